-- One row that every process of the service writes each minute, by the database's clock. It proves that the database
-- takes writes, and `ran_ms` counts how long the service has run: time that passed by the clock alone is not in it.
CREATE TABLE heartbeat (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    beat_at INTEGER NOT NULL,
    ran_ms  INTEGER NOT NULL CHECK (ran_ms >= 0),
    -- Holds some kilobytes for a moment, while the service finds out whether there is room again after a failed write.
    filler  TEXT
) STRICT;
INSERT INTO heartbeat (id, beat_at, ran_ms) VALUES (1, 0, 0);

-- What `ran_ms` of the heartbeat was when the answer was first found as old as answers are kept, less a day. It is deleted
-- when the service has run for a day since and the answer is too old then.
ALTER TABLE survey_answers ADD COLUMN aged_at_ran_ms INTEGER;
CREATE INDEX survey_answers_aged ON survey_answers (aged_at_ran_ms) WHERE aged_at_ran_ms IS NOT NULL;

-- Whether the record came with the program. A newer one that comes with a later version replaces only such a row.
ALTER TABLE calibrations ADD COLUMN shipped INTEGER NOT NULL DEFAULT 0 CHECK (shipped IN (0, 1));

-- An account's cancelled reports of the last hour are counted whenever it cancels another one.
CREATE INDEX reports_cancelled ON reports (account_id, finished_at) WHERE cancelled = 1;
