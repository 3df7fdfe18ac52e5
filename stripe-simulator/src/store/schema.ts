/**
 * Tables of the simulator. Each start runs all statements, so a statement must be repeatable, and may only add. Objects
 * are `json`, not `jsonb`, to keep a caller's text unchanged.
 */
export const TABLES = `
CREATE TABLE IF NOT EXISTS settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  clock_ahead_ms bigint NOT NULL DEFAULT 0,
  webhooks_paused boolean NOT NULL DEFAULT false
);
INSERT INTO settings DEFAULT VALUES ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS objects (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text PRIMARY KEY,
  kind text NOT NULL,
  owner text,
  data json NOT NULL,
  hidden json NOT NULL
);
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq DESC);
CREATE INDEX IF NOT EXISTS objects_by_owner ON objects (owner, kind, seq DESC);

CREATE TABLE IF NOT EXISTS challenges (
  id text PRIMARY KEY,
  intent_id text NOT NULL,
  state text NOT NULL,
  return_url text
);

CREATE TABLE IF NOT EXISTS links (
  token text PRIMARY KEY,
  kind text NOT NULL,
  account_id text NOT NULL,
  refresh_url text,
  return_url text,
  expires_s bigint NOT NULL,
  session text UNIQUE,
  outcome text
);

CREATE TABLE IF NOT EXISTS idempotency_keys (
  key text PRIMARY KEY,
  fingerprint text NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  request_id text NOT NULL,
  created_ms bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS events (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text PRIMARY KEY,
  payload text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  created_s bigint NOT NULL,
  body json NOT NULL
);
CREATE INDEX IF NOT EXISTS events_by_seq ON events (payload, seq DESC);

CREATE TABLE IF NOT EXISTS deliveries (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  endpoint text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_ms bigint NOT NULL,
  claimed_until timestamptz NOT NULL DEFAULT '-infinity',
  last_answer text
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_ms) WHERE state = 'due';
CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event_id);

CREATE TABLE IF NOT EXISTS delivery_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type_prefix text NOT NULL,
  action text NOT NULL,
  ms bigint NOT NULL,
  copies integer NOT NULL,
  remaining integer NOT NULL
);

CREATE TABLE IF NOT EXISTS balances (
  account text PRIMARY KEY,
  cents bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS faults (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  method text NOT NULL,
  path_prefix text NOT NULL,
  mode text NOT NULL,
  status integer NOT NULL,
  ms bigint NOT NULL,
  remaining integer NOT NULL
);

-- Only if missing: an ALTER waits for running transactions on the table, and blocks new ones.
DO $$ BEGIN
  IF EXISTS (SELECT FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'settings' AND column_name = 'platform_account') THEN
    RETURN;
  END IF;
  ALTER TABLE settings
    ADD COLUMN platform_account text NOT NULL DEFAULT 'acct_' || left(md5(random()::text), 16),
    ADD COLUMN fees json;
  ALTER TABLE objects ADD COLUMN platform text, ADD COLUMN account text;
  UPDATE objects SET platform = (SELECT platform_account FROM settings);
  ALTER TABLE events ADD COLUMN platform text, ADD COLUMN account text;
  UPDATE events SET platform = (SELECT platform_account FROM settings);
  ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey, ADD COLUMN scope text NOT NULL DEFAULT '';
  UPDATE idempotency_keys SET scope = (SELECT platform_account || ' ' FROM settings);
  ALTER TABLE idempotency_keys ADD PRIMARY KEY (scope, key);
END $$;

DO $$ BEGIN
  IF EXISTS (SELECT FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'settings' AND column_name = 'settling_waits') THEN
    RETURN;
  END IF;
  ALTER TABLE settings ADD COLUMN settling_waits boolean NOT NULL DEFAULT false;
END $$;

DO $$ BEGIN
  IF EXISTS (SELECT FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'faults' AND column_name = 'code') THEN
    RETURN;
  END IF;
  ALTER TABLE faults ADD COLUMN code text;
END $$;
`

/** All tables with data of tests. The clock and the webhook pause are reset separately. */
export const TABLES_TO_WIPE =
  'objects, balances, challenges, links, idempotency_keys, events, deliveries, delivery_rules, faults'
