-- Up Migration

-- Folds a text once: without OFFSET, PostgreSQL moves the folding to each of the three uses of the words. The result is the same.
CREATE OR REPLACE FUNCTION search_vector(input text, weight_of_word "char", weight_of_stem "char") RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT setweight(to_tsvector('simple', words), weight_of_word)
      || setweight(to_tsvector('dutch', words) || to_tsvector('english', words), weight_of_stem)
    FROM (SELECT coalesce(split_words(input), '') OFFSET 0) AS split (words)
  );

-- In the row of all public profiles: when a server may count words again. Null: now.
ALTER TABLE search_lexicon ADD COLUMN count_again_at timestamptz(3);
