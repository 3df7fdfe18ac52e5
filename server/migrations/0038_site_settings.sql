-- Up Migration

-- What owners have set of the site: one row, whose version rises with every change. What is not set has its default in code.
CREATE TABLE site_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL DEFAULT 0,
  stored jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(stored) = 'object'),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO site_settings DEFAULT VALUES;
