-- Times are unix milliseconds. Leases are judged by the database's own clock, so that machines need not agree.
CREATE VIEW clock AS SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now_ms;

CREATE TABLE accounts (
    id         TEXT    NOT NULL PRIMARY KEY,
    email      TEXT    NOT NULL UNIQUE,
    available  INTEGER NOT NULL DEFAULT 0 CHECK (available >= 0),
    held       INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
    unfinished INTEGER NOT NULL DEFAULT 0 CHECK (unfinished >= 0),
    -- Where the account's next report starts in the fair queue, in respondents.
    queue_tail INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
    id           TEXT    NOT NULL PRIMARY KEY,
    account_id   TEXT    NOT NULL REFERENCES accounts (id),
    name         TEXT    NOT NULL,
    prefix       TEXT    NOT NULL,
    hash         BLOB    NOT NULL UNIQUE,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT;
CREATE INDEX api_keys_by_account ON api_keys (account_id);

CREATE TABLE sign_in_links (
    hash       BLOB    NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    hash       BLOB    NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE reports (
    id               TEXT    NOT NULL PRIMARY KEY,
    account_id       TEXT    NOT NULL REFERENCES accounts (id),
    public_token     TEXT    NOT NULL UNIQUE,
    brief            TEXT    NOT NULL,
    seed             INTEGER NOT NULL,
    hold             INTEGER NOT NULL CHECK (hold > 0),
    credits_left     INTEGER NOT NULL,
    idempotency_key  TEXT,
    status           TEXT    NOT NULL
        CHECK (status IN ('queued', 'generating_questionnaire', 'sampling', 'completed', 'failed')),
    respondents_done INTEGER NOT NULL DEFAULT 0 CHECK (respondents_done BETWEEN 0 AND hold),
    turn             INTEGER NOT NULL,
    visible_at       INTEGER NOT NULL,
    fence            INTEGER NOT NULL DEFAULT 0,
    tries            INTEGER NOT NULL DEFAULT 0,
    owner            TEXT,
    cost             INTEGER CHECK (cost BETWEEN 0 AND hold),
    error            TEXT,
    etag             TEXT,
    created_at       INTEGER NOT NULL,
    finished_at      INTEGER,
    UNIQUE (account_id, idempotency_key),
    CHECK ((status IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
    CHECK ((status = 'completed') = (cost IS NOT NULL)),
    CHECK ((status = 'failed') = (error IS NOT NULL))
) STRICT;
CREATE INDEX reports_by_account ON reports (account_id, created_at);
CREATE INDEX reports_waiting ON reports (turn, id) WHERE finished_at IS NULL;
CREATE INDEX reports_begun ON reports (turn) WHERE fence > 0;

-- The finished response body, gzip-compressed once and served as it is.
CREATE TABLE results (
    report_id TEXT NOT NULL PRIMARY KEY REFERENCES reports (id),
    body      BLOB NOT NULL
) STRICT;

-- What a run has finished, so that the next one does not repeat it.
CREATE TABLE steps (
    report_id TEXT    NOT NULL REFERENCES reports (id),
    key       TEXT    NOT NULL,
    output    TEXT    NOT NULL,
    fence     INTEGER NOT NULL,
    PRIMARY KEY (report_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
    id          TEXT    NOT NULL PRIMARY KEY,
    account_id  TEXT    NOT NULL REFERENCES accounts (id),
    report_id   TEXT    REFERENCES reports (id),
    kind        TEXT    NOT NULL CHECK (kind IN ('grant', 'hold', 'post', 'void')),
    d_available INTEGER NOT NULL,
    d_held      INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    CHECK ((kind = 'grant') = (report_id IS NULL)),
    CHECK (kind <> 'grant' OR (d_available > 0 AND d_held = 0)),
    CHECK (kind <> 'hold' OR (d_held > 0 AND d_available = -d_held)),
    CHECK (kind <> 'post' OR (d_held < 0 AND d_available BETWEEN 0 AND -d_held)),
    CHECK (kind <> 'void' OR (d_held < 0 AND d_available = -d_held))
) STRICT;
CREATE INDEX ledger_by_account ON ledger (account_id, at);
CREATE UNIQUE INDEX ledger_one_hold ON ledger (report_id) WHERE kind = 'hold';
CREATE UNIQUE INDEX ledger_one_closing ON ledger (report_id) WHERE kind IN ('post', 'void');

CREATE TRIGGER ledger_keeps_every_row BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_keeps_every_figure BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
