-- Up Migration

-- The runs of three letters in a text, of any alphabet, spaces and signs included. (Those of pg_trgm are of the letters
-- that the database's locale knows, which for many databases are those of English only.)
CREATE FUNCTION search_trigrams(input text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT DISTINCT substr(input, place, 3) FROM generate_series(1, char_length(input) - 2) AS place);

-- Without fastupdate: entries that wait to be put in their place are read from end to end by every search.
DROP INDEX profiles_public_search;
CREATE INDEX profiles_public_search ON profiles USING gin (search_trigrams(search_text)) WITH (fastupdate = off)
  WHERE is_public;

-- What a search looks at lies in the order in which results are shown: the newest are looked through without
-- reading the table.
DROP INDEX profiles_public_newest;
CREATE INDEX profiles_public_newest ON profiles (created_at DESC, id DESC)
  INCLUDE (expertise_category, search_text) WHERE is_public;
DROP INDEX profiles_public_category;
CREATE INDEX profiles_public_category ON profiles (expertise_category, created_at DESC, id DESC)
  INCLUDE (search_text) WHERE is_public;
