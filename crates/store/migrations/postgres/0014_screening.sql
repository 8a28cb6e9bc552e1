-- Weight that a file supplied for this person; null where none was, so that a supplied 1 is told from a missing weight. Until
-- here a missing weight was stored as 1: answers by link had none, and a file supplied weights if any of its own is not 1.
ALTER TABLE survey_answers ALTER COLUMN weight DROP NOT NULL, ALTER COLUMN weight DROP DEFAULT;
UPDATE survey_answers SET weight = NULL
WHERE batch_id IS NULL
   OR batch_id NOT IN (SELECT batch_id FROM survey_answers WHERE batch_id IS NOT NULL AND weight <> 1);

-- Whether the person fits the report's audience by the screening questions or by the columns of the file. Who is out is
-- never counted. `unscreened`: nothing was asked, as in surveys that began before there was screening.
ALTER TABLE survey_answers ADD COLUMN eligibility TEXT NOT NULL DEFAULT 'unscreened'
    CHECK (eligibility IN ('unscreened', 'fits', 'unknown', 'out'));
ALTER TABLE surveys ADD COLUMN screened_out BIGINT NOT NULL DEFAULT 0 CHECK (screened_out >= 0);

-- What is derived from answers is computed anew: weights and eligibility change it.
UPDATE reports SET people_version = people_version + 1 WHERE people_version > 0;
