-- Up Migration

-- When somebody was last there, to the nearest few minutes, and what they keep to themselves. Who has neither been there
-- since this release nor chosen anything has no row.
CREATE TABLE presence (
  user_id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  -- Null for whoever keeps it to themselves.
  active_at timestamptz(3),
  hides_activity boolean NOT NULL DEFAULT false,
  hides_reads boolean NOT NULL DEFAULT false,
  CHECK (NOT hides_activity OR active_at IS NULL)
);
