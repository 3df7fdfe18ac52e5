-- Up Migration

-- For lists narrowed to details of profiles. On a large database make these beforehand, with CREATE INDEX CONCURRENTLY: here
-- they are then there already.
CREATE INDEX IF NOT EXISTS profiles_public_languages ON profiles USING gin (languages) WITH (fastupdate = off) WHERE is_public;
CREATE INDEX IF NOT EXISTS profiles_public_towns ON profiles (fold_letters(town) text_pattern_ops) WHERE is_public;
CREATE INDEX IF NOT EXISTS profiles_public_prices ON profiles (price_euros) WHERE is_public;
CREATE INDEX IF NOT EXISTS profiles_public_online ON profiles (created_at DESC, id DESC) WHERE is_public AND online;
