-- Raised by every answer of a person that comes or goes, so that a page made from them is never out of date.
ALTER TABLE reports ADD COLUMN people_version INTEGER NOT NULL DEFAULT 0;

-- Real people who are asked by link about a finished report: at most one survey a report.
CREATE TABLE surveys (
    id           TEXT    NOT NULL PRIMARY KEY,
    report_id    TEXT    NOT NULL UNIQUE REFERENCES reports (id),
    account_id   TEXT    NOT NULL REFERENCES accounts (id),
    token        TEXT    NOT NULL UNIQUE,
    quota        INTEGER NOT NULL CHECK (quota > 0),
    -- Whole answers; as exact under racing as a balance, since the same update checks and counts.
    complete     INTEGER NOT NULL DEFAULT 0 CHECK (complete BETWEEN 0 AND quota),
    -- People who began, by which the balanced orders are dealt in turn.
    started      INTEGER NOT NULL DEFAULT 0 CHECK (started >= 0),
    ends_at      INTEGER,
    closed       INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    one_time     INTEGER NOT NULL DEFAULT 0 CHECK (one_time IN (0, 1)),
    settle_close INTEGER NOT NULL DEFAULT 0 CHECK (settle_close IN (0, 1)),
    asker        TEXT,
    -- What is asked, taken from the result once, so that a crowd never unpacks it.
    sheet        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX surveys_by_account ON surveys (account_id);

-- Links that work once, as hashes; `answer_id` is whose it became.
CREATE TABLE survey_links (
    hash      BLOB NOT NULL PRIMARY KEY,
    survey_id TEXT NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
    answer_id TEXT
) STRICT;
CREATE INDEX survey_links_by_survey ON survey_links (survey_id);

-- Answers from elsewhere, one row a file: the same file or key twice is one batch.
CREATE TABLE people_batches (
    id              TEXT    NOT NULL PRIMARY KEY,
    report_id       TEXT    NOT NULL REFERENCES reports (id),
    content_hash    BLOB    NOT NULL,
    idempotency_key TEXT,
    people          INTEGER NOT NULL CHECK (people > 0),
    created_at      INTEGER NOT NULL,
    UNIQUE (report_id, content_hash),
    UNIQUE (report_id, idempotency_key)
) STRICT;

CREATE TABLE survey_answers (
    id          TEXT    NOT NULL PRIMARY KEY,
    report_id   TEXT    NOT NULL REFERENCES reports (id),
    survey_id   TEXT    REFERENCES surveys (id) ON DELETE CASCADE,
    batch_id    TEXT    REFERENCES people_batches (id) ON DELETE CASCADE,
    -- A hash of the cookie that this survey alone gave the browser.
    browser     BLOB,
    form        INTEGER,
    -- By question id, places of the answers given.
    answers     TEXT    NOT NULL,
    choice      INTEGER,
    age_band    TEXT,
    sex         TEXT,
    country     TEXT,
    weight      REAL    NOT NULL DEFAULT 1 CHECK (weight > 0),
    comment     TEXT,
    flags       TEXT    NOT NULL DEFAULT '',
    complete    INTEGER NOT NULL CHECK (complete IN (0, 1)),
    started_at  INTEGER NOT NULL,
    finished_at INTEGER,
    CHECK ((survey_id IS NULL) <> (batch_id IS NULL)),
    UNIQUE (survey_id, browser)
) STRICT;
CREATE INDEX survey_answers_by_report ON survey_answers (report_id, id);
CREATE INDEX survey_answers_by_batch ON survey_answers (batch_id);
CREATE INDEX survey_answers_oldest ON survey_answers (started_at);
