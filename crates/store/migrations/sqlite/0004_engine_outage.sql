-- Since when the report waits for an engine that is away, by the database's clock; absent while it does not.
ALTER TABLE reports ADD COLUMN engine_away_since INTEGER;
-- When its last piece of work was recorded, by the same clock: waiting is counted from there at the earliest.
ALTER TABLE reports ADD COLUMN checkpointed_at INTEGER;
