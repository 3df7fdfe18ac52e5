-- Up Migration

-- A picture is kept in the file storage under profile_pictures/{id}. Here is which one: the beginning of its SHA-256,
-- which its address carries as well, so that another picture has another address.
ALTER TABLE profiles
  DROP COLUMN profile_picture_url,
  ADD COLUMN picture_version text CHECK (picture_version ~ '^[0-9a-f]{32}$');
