-- Which engine answers, where no setting decides it: at most one row, none while the settings' default answers. The key is
-- not here: `key_source` is empty, `variable:NAME` or `file:NAME`. `number` grows with each choice.
CREATE TABLE engine_choice (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL,
    provider TEXT NOT NULL,
    base_url TEXT NOT NULL,
    model TEXT NOT NULL,
    key_source TEXT NOT NULL,
    chosen_at INTEGER NOT NULL,
    -- When somebody asked for a measurement that may cost something; null if nobody did.
    measurement_asked_at INTEGER
);

-- Administrators may change the engine. Accounts from before this column are none.
ALTER TABLE accounts ADD COLUMN is_administrator INTEGER NOT NULL DEFAULT 0 CHECK (is_administrator IN (0, 1));

-- Progress of a measurement, in cases.
ALTER TABLE measurements ADD COLUMN cases_done INTEGER NOT NULL DEFAULT 0;
ALTER TABLE measurements ADD COLUMN cases_total INTEGER NOT NULL DEFAULT 0;
