-- Times are unix milliseconds. Leases are judged by the database's own clock, so that machines need not agree.
CREATE VIEW clock AS SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms;

CREATE TABLE accounts (
    id         TEXT    NOT NULL PRIMARY KEY,
    email      TEXT    NOT NULL UNIQUE,
    available  BIGINT  NOT NULL DEFAULT 0 CHECK (available >= 0),
    held       BIGINT  NOT NULL DEFAULT 0 CHECK (held >= 0),
    unfinished BIGINT  NOT NULL DEFAULT 0 CHECK (unfinished >= 0),
    -- Where the account's next report starts in the fair queue, in respondents.
    queue_tail BIGINT  NOT NULL DEFAULT 0,
    created_at BIGINT  NOT NULL
);

CREATE TABLE api_keys (
    id           TEXT    NOT NULL PRIMARY KEY,
    account_id   TEXT    NOT NULL REFERENCES accounts (id),
    name         TEXT    NOT NULL,
    prefix       TEXT    NOT NULL,
    hash         BYTEA   NOT NULL UNIQUE,
    created_at   BIGINT  NOT NULL,
    expires_at   BIGINT,
    last_used_at BIGINT,
    revoked_at   BIGINT
);
CREATE INDEX api_keys_by_account ON api_keys (account_id);

CREATE TABLE sign_in_links (
    hash       BYTEA   NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    expires_at BIGINT  NOT NULL
);

CREATE TABLE sessions (
    hash       BYTEA   NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    created_at BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL
);

CREATE TABLE reports (
    id               TEXT    NOT NULL PRIMARY KEY,
    account_id       TEXT    NOT NULL REFERENCES accounts (id),
    public_token     TEXT    NOT NULL UNIQUE,
    brief            TEXT    NOT NULL,
    seed             BIGINT  NOT NULL,
    hold             BIGINT  NOT NULL CHECK (hold > 0),
    credits_left     BIGINT  NOT NULL,
    idempotency_key  TEXT,
    status           TEXT    NOT NULL
        CHECK (status IN ('queued', 'generating_questionnaire', 'sampling', 'completed', 'failed')),
    respondents_done BIGINT  NOT NULL DEFAULT 0 CHECK (respondents_done BETWEEN 0 AND hold),
    turn             BIGINT  NOT NULL,
    visible_at       BIGINT  NOT NULL,
    fence            BIGINT  NOT NULL DEFAULT 0,
    tries            BIGINT  NOT NULL DEFAULT 0,
    owner            TEXT,
    cost             BIGINT  CHECK (cost BETWEEN 0 AND hold),
    error            TEXT,
    etag             TEXT,
    created_at       BIGINT  NOT NULL,
    finished_at      BIGINT,
    UNIQUE (account_id, idempotency_key),
    CHECK ((status IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
    CHECK ((status = 'completed') = (cost IS NOT NULL)),
    CHECK ((status = 'failed') = (error IS NOT NULL))
);
CREATE INDEX reports_by_account ON reports (account_id, created_at);
CREATE INDEX reports_waiting ON reports (turn, id) WHERE finished_at IS NULL;
CREATE INDEX reports_begun ON reports (turn) WHERE fence > 0;

-- The finished response body, gzip-compressed once and served as it is.
CREATE TABLE results (
    report_id TEXT NOT NULL PRIMARY KEY REFERENCES reports (id),
    body      BYTEA NOT NULL
);

-- What a run has finished, so that the next one does not repeat it.
CREATE TABLE steps (
    report_id TEXT    NOT NULL REFERENCES reports (id),
    key       TEXT    NOT NULL,
    output    TEXT    NOT NULL,
    fence     BIGINT  NOT NULL,
    PRIMARY KEY (report_id, key)
);

CREATE TABLE ledger (
    id          TEXT    NOT NULL PRIMARY KEY,
    account_id  TEXT    NOT NULL REFERENCES accounts (id),
    report_id   TEXT    REFERENCES reports (id),
    kind        TEXT    NOT NULL CHECK (kind IN ('grant', 'hold', 'post', 'void')),
    d_available BIGINT  NOT NULL,
    d_held      BIGINT  NOT NULL,
    at          BIGINT  NOT NULL,
    CHECK ((kind = 'grant') = (report_id IS NULL)),
    CHECK (kind <> 'grant' OR (d_available > 0 AND d_held = 0)),
    CHECK (kind <> 'hold' OR (d_held > 0 AND d_available = -d_held)),
    CHECK (kind <> 'post' OR (d_held < 0 AND d_available BETWEEN 0 AND -d_held)),
    CHECK (kind <> 'void' OR (d_held < 0 AND d_available = -d_held))
);
CREATE INDEX ledger_by_account ON ledger (account_id, at);
CREATE UNIQUE INDEX ledger_one_hold ON ledger (report_id) WHERE kind = 'hold';
CREATE UNIQUE INDEX ledger_one_closing ON ledger (report_id) WHERE kind IN ('post', 'void');

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;
CREATE TRIGGER ledger_keeps_every_row BEFORE DELETE OR TRUNCATE ON ledger
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_keeps_every_figure BEFORE UPDATE ON ledger
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
