-- Whether the account agrees that Canvass learns from its studies; nothing is learned until it does.
ALTER TABLE accounts ADD COLUMN learns INTEGER NOT NULL DEFAULT 0 CHECK (learns IN (0, 1));

-- Reports of agreeing accounts that enough people answered: what was forecast before, and what people then said. Shares
-- alone, so a study outlives the answers when those are old; it goes with them when their owner deletes them.
CREATE TABLE studies (
    report_id      TEXT    NOT NULL PRIMARY KEY REFERENCES reports (id),
    account_id     TEXT    NOT NULL REFERENCES accounts (id),
    -- The answers that it was made of, as the report counts their changes.
    people_version INTEGER NOT NULL,
    engine         TEXT    NOT NULL,
    model          TEXT    NOT NULL,
    adapter        TEXT    NOT NULL,
    elicitation    TEXT    NOT NULL,
    language       TEXT    NOT NULL,
    country        TEXT    NOT NULL,
    population     TEXT    NOT NULL,
    question       TEXT    NOT NULL,
    -- In JSON: the options, and a share of people and of the forecast for each.
    options        TEXT    NOT NULL,
    shares         TEXT    NOT NULL,
    forecast       TEXT    NOT NULL,
    people         INTEGER NOT NULL CHECK (people > 0),
    -- How many equally weighted people they are worth.
    people_worth   REAL NOT NULL CHECK (people_worth > 0),
    learned_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX studies_by_account ON studies (account_id, learned_at);
