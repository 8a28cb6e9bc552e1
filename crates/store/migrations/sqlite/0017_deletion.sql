-- Whether its owner put the report aside: lists show it only where they are asked for archived ones.
ALTER TABLE reports ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));

-- When its owner deleted the report; null while it is there. The row of a deleted report stays, because the ledger refers to
-- it, and keeps id, account, token, times and credits. The brief is empty, and everything else of the report is gone.
ALTER TABLE reports ADD COLUMN deleted_at INTEGER CHECK (deleted_at IS NULL OR (brief = '' AND finished_at IS NOT NULL));
-- SHA-256 of a deleted report's brief, as long as its idempotency key is valid: it tells the same request from another one.
ALTER TABLE reports ADD COLUMN brief_hash BLOB CHECK (brief_hash IS NULL OR deleted_at IS NOT NULL);
CREATE INDEX reports_deleted_keys ON reports (created_at) WHERE brief_hash IS NOT NULL;
