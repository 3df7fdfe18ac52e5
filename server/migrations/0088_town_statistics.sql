-- Up Migration

-- PostgreSQL ignores the statistics of partial indexes. Without others it took a rare town for a frequent one, and walked
-- the newest profiles instead of reading the index of towns.
CREATE STATISTICS IF NOT EXISTS profile_towns ON (fold_letters(town)) FROM profiles;
-- In an empty database, PostgreSQL would plan for an empty table until its next analysis.
DO $$ BEGIN
  IF EXISTS (SELECT FROM profiles) THEN ANALYZE profiles; END IF;
END $$;
