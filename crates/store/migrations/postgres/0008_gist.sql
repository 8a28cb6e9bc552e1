-- When a worker first took the report up, by the database's clock, and how long it took from there to its result.
ALTER TABLE reports ADD COLUMN started_at BIGINT;
ALTER TABLE reports ADD COLUMN took_ms BIGINT;
-- The engine that made it; how long the next report takes is told from those of the same engine.
ALTER TABLE reports ADD COLUMN engine TEXT;
-- What the list of reports says of the result, as JSON, so that no list opens megabytes. Absent in older reports.
ALTER TABLE reports ADD COLUMN finding TEXT;

CREATE INDEX reports_by_engine ON reports (engine, finished_at) WHERE took_ms IS NOT NULL;
