-- Takes the number of the migration of screening, which comes before the next one.
SELECT 1;
