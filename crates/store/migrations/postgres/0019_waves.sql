-- The first report of the study that a wave or a follow-up belongs to: the report that was asked first, however often it was
-- asked again and whatever its respondents were asked next. Null for a report that repeats and follows none.
ALTER TABLE reports ADD COLUMN first_report TEXT REFERENCES reports (id);
CREATE INDEX reports_by_study ON reports (first_report) WHERE first_report IS NOT NULL;
