-- Up Migration

-- How often something failed where nobody looks, by ten minutes, over all servers; kept for a week. Without ids, names or texts.
CREATE TABLE failure_counts (
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  since timestamptz(3) NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (since, kind)
);

-- The servers that run, each by the name of its machine and its port. One that stops removes its row; one that was killed
-- leaves it, with the time at which it was last there. Of no use after a crash of the database, as each server says so again.
CREATE UNLOGGED TABLE running_servers (
  name text PRIMARY KEY CHECK (char_length(name) <= 300),
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  live_connections integer NOT NULL,
  -- Of the fullest of the disks with its data folder and its files.
  disk_free_bytes bigint,
  disk_total_bytes bigint
);

-- The last backup of which a tool other than ours told (npm run backup:note).
CREATE TABLE told_backups (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ended_at timestamptz(3) NOT NULL,
  size_bytes bigint CHECK (size_bytes >= 0),
  told_at timestamptz(3) NOT NULL DEFAULT now()
);
