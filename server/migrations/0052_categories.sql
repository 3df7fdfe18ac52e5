-- Up Migration

-- Looser than before: owners add categories, which are in the settings of the site. What is a category there is checked
-- when somebody chooses it; here, that it has the form of an id.
ALTER TABLE profiles
  DROP CONSTRAINT profiles_expertise_category_check,
  ADD CONSTRAINT profiles_expertise_category_check
    CHECK (expertise_category ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(expertise_category) <= 40);

-- Which category, where an entry is about one: it has no uuid. Null for all else.
ALTER TABLE audit_log ADD COLUMN subject_slug text
  CHECK (subject_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(subject_slug) <= 40);
