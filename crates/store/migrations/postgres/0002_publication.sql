-- What the owner of a finished report lets others see of it.
ALTER TABLE reports ADD COLUMN published          BIGINT NOT NULL DEFAULT 1 CHECK (published IN (0, 1));
ALTER TABLE reports ADD COLUMN respondents_hidden BIGINT NOT NULL DEFAULT 0 CHECK (respondents_hidden IN (0, 1));
