-- Up Migration

-- On a large database make these beforehand, with CREATE INDEX CONCURRENTLY: here they are then there already. The release
-- before this one searches by the indexes of `search_text`: a later migration may drop them.
CREATE INDEX IF NOT EXISTS profiles_public_letters ON profiles
  USING gin (search_keys(search_names, created_at, expertise_category)) WITH (fastupdate = off) WHERE is_public;
CREATE INDEX IF NOT EXISTS profiles_private_letters ON profiles
  USING gin (search_trigrams(search_names)) WITH (fastupdate = off) WHERE NOT is_public;
CREATE INDEX IF NOT EXISTS profiles_public_latest ON profiles (created_at DESC, id DESC)
  INCLUDE (expertise_category, search_names) WHERE is_public;
CREATE INDEX IF NOT EXISTS profiles_public_latest_of_category ON profiles (expertise_category, created_at DESC, id DESC)
  INCLUDE (search_names) WHERE is_public;
CREATE INDEX IF NOT EXISTS profiles_public_words ON profiles USING gin (search_words) WITH (fastupdate = off) WHERE is_public;

-- The words and stems of public profiles. Counted from time to time: a search weighs words by it and corrects their spelling.
CREATE TABLE search_lexicon (
  -- Empty: all public profiles.
  word text PRIMARY KEY,
  people integer NOT NULL CHECK (people >= 0),
  -- In a text as it stands here: no mere stem.
  is_written boolean NOT NULL
);
CREATE INDEX search_lexicon_similar ON search_lexicon USING gin (word gin_trgm_ops) WHERE is_written;
CREATE INDEX search_lexicon_prefix ON search_lexicon (word text_pattern_ops);
