-- Up Migration

-- Operators find by name whoever nobody else finds: who is private, hidden or suspended. On a large table make the index
-- beforehand with CREATE INDEX CONCURRENTLY: here it is then there already.
CREATE INDEX IF NOT EXISTS profiles_private_search ON profiles USING gin (search_trigrams(search_text)) WITH (fastupdate = off)
  WHERE NOT is_public;
