-- Up Migration

-- The spans of time that an instant lies in: of 4 hours, and each twice as long as the one before, up to some 4 years.
-- `t3:40` is the span with the number 40, counted from 1970, of those of 4 hours * 2^3.
CREATE OR REPLACE FUNCTION time_marks(instant timestamptz) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(
    SELECT 't' || level || ':' || floor(extract(epoch FROM instant AT TIME ZONE 'UTC'))::bigint / (14400 << level)
    FROM generate_series(0, 13) AS level
  );

-- Two neighbouring spans of which the later holds the instant, and when the earlier begins. Together they are about as
-- long as wanted, or half as long again.
CREATE OR REPLACE FUNCTION time_window(instant timestamptz, wanted interval)
  RETURNS TABLE (begins timestamptz, marks text[])
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  BEGIN ATOMIC
    SELECT to_timestamp((number - 1) * width), ARRAY['t' || level || ':' || number, 't' || level || ':' || number - 1]
    FROM (SELECT least(13, ceil(log(2, greatest(1, extract(epoch FROM wanted) / 1.5 / 14400))))::int) AS chosen (level),
      LATERAL (SELECT 14400 << level) AS span (width),
      LATERAL (SELECT floor(extract(epoch FROM instant AT TIME ZONE 'UTC'))::bigint / width) AS place (number);
  END;

-- What a profile is found by, in one index: letters, when it was made, and its category. Marks of time and categories are
-- longer than three characters, so none is taken for letters.
CREATE OR REPLACE FUNCTION search_keys(search_text text, created_at timestamptz, category text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_trigrams(search_text) || time_marks(created_at) || ('c:' || category);

-- On a large table make the functions and the index beforehand, with CREATE INDEX CONCURRENTLY: here they are then there
-- already. The release before this one searches by profiles_public_search: the next migration may drop it.
CREATE INDEX IF NOT EXISTS profiles_public_keys ON profiles
  USING gin (search_keys(search_text, created_at, expertise_category)) WITH (fastupdate = off) WHERE is_public;
