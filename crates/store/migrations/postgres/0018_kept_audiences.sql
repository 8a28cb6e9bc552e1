-- Audiences that accounts keep under a name. A report has its own copy of the audience it was made with, so that none refers to
-- a row here.
CREATE TABLE kept_audiences (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- The client's words; null where the audience was given as filters.
    words TEXT,
    -- The language in which it is described.
    language TEXT NOT NULL,
    -- The audience as it was understood, as JSON.
    audience TEXT NOT NULL,
    -- The filters that people were counted by, as JSON: those of the audience without the ones that were dropped.
    filters TEXT NOT NULL,
    -- The estimated number of matching people in the population.
    people BIGINT NOT NULL,
    -- The sample size of reports that name none.
    sample_size BIGINT NOT NULL CHECK (sample_size > 0),
    created_at BIGINT NOT NULL,
    UNIQUE (account_id, name)
);
