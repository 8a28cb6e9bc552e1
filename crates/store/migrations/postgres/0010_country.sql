-- Where an account's questions that name no audience are asked, by its ISO 3166-1 alpha-2 code; absent until chosen.
ALTER TABLE accounts ADD COLUMN country TEXT CHECK (length(country) = 2);
