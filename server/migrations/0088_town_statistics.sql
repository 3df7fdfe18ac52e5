-- Up Migration

-- A list of a rare town walked the newest profiles, because PostgreSQL took the town for a frequent one.
ALTER INDEX profiles_public_towns ALTER COLUMN 1 SET STATISTICS 1000;
ANALYZE profiles;
