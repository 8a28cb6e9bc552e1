-- Whether the owner hides the person's comment from every report. Whoever began before now was not told that a report may
-- quote them, so those comments stay hidden until the owner shows them.
ALTER TABLE survey_answers ADD COLUMN comment_hidden BIGINT NOT NULL DEFAULT 0 CHECK (comment_hidden IN (0, 1));
UPDATE survey_answers SET comment_hidden = 1 WHERE comment IS NOT NULL OR complete = 0;

-- The joint verdict in JSON, for lists of reports; null while the forecast's verdict is in force.
ALTER TABLE people_views ADD COLUMN finding TEXT;
