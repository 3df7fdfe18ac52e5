-- Up Migration

-- Looser than before: a private profile may have no category. A public one has a category, also one that shows again later.
ALTER TABLE profiles
  DROP CONSTRAINT profiles_one_expertise,
  ADD CONSTRAINT profiles_one_expertise CHECK (
    num_nonnulls(expertise_category, expertise_custom) = 1
    OR (num_nonnulls(expertise_category, expertise_custom) = 0 AND NOT is_public AND public_once_shown IS NOT TRUE)
  );
