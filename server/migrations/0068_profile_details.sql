-- Up Migration

-- Optional details of a profile, empty until its owner fills them in.
ALTER TABLE profiles
  ADD COLUMN headline text CHECK (char_length(headline) BETWEEN 1 AND 80),
  -- ISO 639 codes of the languages in which the expert answers.
  ADD COLUMN languages text[] NOT NULL DEFAULT '{}' CHECK (cardinality(languages) <= 6),
  ADD COLUMN town text CHECK (char_length(town) BETWEEN 1 AND 80),
  -- Also works at a distance.
  ADD COLUMN online boolean NOT NULL DEFAULT false,
  ADD COLUMN price_euros integer CHECK (price_euros BETWEEN 5 AND 1000),
  -- `hour`: the price of an hour; `from`: the lowest price.
  ADD COLUMN price_unit text CHECK (price_unit IN ('hour', 'from')) CHECK ((price_unit IS NULL) = (price_euros IS NULL));
