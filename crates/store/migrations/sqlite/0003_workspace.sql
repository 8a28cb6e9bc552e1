-- Absent until its holder sets one; a sign-in link opens the account till then.
ALTER TABLE accounts ADD COLUMN password_hash TEXT;

-- Respondents whose interview was begun: what a report that is cancelled half-way costs.
ALTER TABLE reports ADD COLUMN respondents_begun INTEGER NOT NULL DEFAULT 0
    CHECK (respondents_begun BETWEEN 0 AND hold);
-- When the interviews began, by the database's clock; how long the rest will take follows from it.
ALTER TABLE reports ADD COLUMN sampling_since INTEGER;
-- Question and options as they are searched: in lower case.
ALTER TABLE reports ADD COLUMN searchable TEXT NOT NULL DEFAULT '';
UPDATE reports SET searchable = lower(json_extract(brief, '$.question') || ' ' || json_extract(brief, '$.options'));

-- Ids begin with their time, so the newest come first by id alone.
CREATE INDEX reports_newest ON reports (account_id, id);
CREATE INDEX ledger_newest ON ledger (account_id, id);
CREATE INDEX sessions_by_account ON sessions (account_id);
