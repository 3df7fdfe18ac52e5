-- Up Migration

-- Logos that owners gave the site, cleaned, under the beginning of their SHA-256, which their address carries as well. Which
-- one is shown stands in the settings. Those before stay for a while: pages that are open name them.
CREATE TABLE site_logos (
  version text PRIMARY KEY CHECK (version ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN ('image/png', 'image/svg+xml')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 400000),
  set_at timestamptz(3) NOT NULL DEFAULT now()
);
