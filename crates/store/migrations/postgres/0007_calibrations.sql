-- How far an engine is from people, as it was measured: of one engine and model, with the adapter it was given if any,
-- in one language, and asked in one way. Without an account it is everybody's.
CREATE TABLE calibrations (
    engine      TEXT    NOT NULL,
    model       TEXT    NOT NULL,
    adapter     TEXT    NOT NULL DEFAULT '',
    language    TEXT    NOT NULL,
    elicitation TEXT    NOT NULL,
    account_id  TEXT    REFERENCES accounts (id),
    record      TEXT    NOT NULL,
    measured_at BIGINT  NOT NULL
);
-- Two, since a unique index takes no two absent accounts for the same.
CREATE UNIQUE INDEX calibrations_everybodys ON calibrations (engine, model, adapter, language, elicitation)
    WHERE account_id IS NULL;
CREATE UNIQUE INDEX calibrations_own ON calibrations (engine, model, adapter, language, elicitation, account_id)
    WHERE account_id IS NOT NULL;

-- What an engine said of one case while it is measured, so that any process goes on where another was interrupted.
CREATE TABLE engine_readings (
    key     TEXT    NOT NULL PRIMARY KEY,
    output  TEXT    NOT NULL,
    read_at BIGINT  NOT NULL
);
CREATE INDEX engine_readings_oldest ON engine_readings (read_at, key);

-- Who measures an engine now, and until when others leave it to them, by the database's clock.
CREATE TABLE measurements (
    engine      TEXT    NOT NULL,
    model       TEXT    NOT NULL,
    adapter     TEXT    NOT NULL DEFAULT '',
    elicitation TEXT    NOT NULL,
    owner       TEXT    NOT NULL,
    until       BIGINT  NOT NULL,
    PRIMARY KEY (engine, model, adapter, elicitation)
);
