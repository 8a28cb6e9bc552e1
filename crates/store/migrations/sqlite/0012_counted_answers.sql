-- An answer is counted when it is whole (the choice was made and the last question reached) and carries no mark of a program,
-- or its owner kept it in spite of its marks.
ALTER TABLE survey_answers ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1));
ALTER TABLE survey_answers ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));
UPDATE survey_answers SET complete = 0, finished_at = NULL WHERE choice IS NULL;
UPDATE survey_answers SET counted = 1 WHERE complete = 1 AND flags = '';
CREATE INDEX survey_answers_whole ON survey_answers (report_id, counted, id) WHERE complete = 1;
CREATE INDEX survey_answers_unfinished ON survey_answers (survey_id, started_at) WHERE complete = 0;

-- Counts of a survey live on its row, so that reading it never counts answers. `complete` is the number of counted answers.
ALTER TABLE surveys ADD COLUMN marked INTEGER NOT NULL DEFAULT 0 CHECK (marked >= 0);
ALTER TABLE surveys ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0 CHECK (unfinished >= 0);
ALTER TABLE surveys ADD COLUMN links INTEGER NOT NULL DEFAULT 0 CHECK (links >= 0);
ALTER TABLE surveys ADD COLUMN links_used INTEGER NOT NULL DEFAULT 0 CHECK (links_used >= 0);
-- A survey that had reached its quota took no more answers; counting fewer of them must not open it again.
UPDATE surveys SET closed = 1 WHERE complete >= quota;
UPDATE surveys SET
    complete = (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = surveys.id AND a.counted = 1),
    marked = (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = surveys.id AND a.complete = 1 AND a.counted = 0),
    unfinished = (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = surveys.id AND a.complete = 0),
    links = (SELECT COUNT(*) FROM survey_links l WHERE l.survey_id = surveys.id),
    links_used = (SELECT COUNT(*) FROM survey_links l WHERE l.survey_id = surveys.id AND l.answer_id IS NOT NULL);
UPDATE reports SET people_version = people_version + 1 WHERE people_version > 0;

-- Hash of the rows alone; `content_hash` identifies the batch, so the same rows may be added again as other people.
ALTER TABLE people_batches ADD COLUMN rows_hash BLOB;
UPDATE people_batches SET rows_hash = content_hash;
CREATE INDEX people_batches_by_rows ON people_batches (report_id, rows_hash);

-- What public pages show of people's answers, in JSON, as of `people_version`: a reader of a page reads this row, not the answers.
CREATE TABLE people_views (
    report_id      TEXT    NOT NULL PRIMARY KEY REFERENCES reports (id),
    people_version INTEGER NOT NULL,
    -- Names the program that made it: another release makes it anew.
    made_by        TEXT    NOT NULL,
    -- Null while no counted answer is there.
    body           TEXT
) STRICT;
