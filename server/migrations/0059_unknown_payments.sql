-- Up Migration

-- Money that came at Stripe and that no payment here accounts for: made by hand, or after the backup that was restored.
CREATE TABLE unknown_payments (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  stripe_charge_id text NOT NULL UNIQUE,
  stripe_payment_intent_id text,
  livemode boolean NOT NULL,
  -- Which request it says that it pays; there may be no such one any more.
  payment_request_id uuid,
  -- In cents.
  amount bigint NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken_in', 'ignored')),
  -- Of what was taken in: its request was settled, made anew and settled, or there is nothing to settle.
  outcome text CHECK (outcome IN ('settled', 'rebuilt', 'noted')),
  decided_by uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  found_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT unknown_payments_decided CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT unknown_payments_outcome CHECK ((state = 'taken_in') = (outcome IS NOT NULL))
);
CREATE INDEX unknown_payments_open ON unknown_payments (created_at) WHERE state = 'open';
CREATE INDEX unknown_payments_by_time ON unknown_payments (created_at, id);

-- Names of Stripe's for movements that we did not know when the first of them came, until somebody has seen them.
CREATE TABLE unknown_balance_types (
  type text PRIMARY KEY CHECK (char_length(type) BETWEEN 1 AND 100),
  first_transaction text NOT NULL,
  found_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  seen_by uuid,
  seen_at timestamptz(3)
);
