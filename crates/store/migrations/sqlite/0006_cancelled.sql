-- Whether a report that failed was called off by its owner.
ALTER TABLE reports ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1));
-- Until now only the message told them apart.
UPDATE reports SET cancelled = 1
WHERE status = 'failed' AND error IN (
    'The report was cancelled by its owner.', 'Su propietario canceló el informe.', '报告已由其所有者取消。');
