-- Whether a report's address was ever open. Until then it is its owner's alone, and publishing opens the address that
-- its result names; one that was open and closed again never opens anew. All that are there keep the state they have.
ALTER TABLE reports ADD COLUMN ever_published BIGINT NOT NULL DEFAULT 1 CHECK (ever_published IN (0, 1));
