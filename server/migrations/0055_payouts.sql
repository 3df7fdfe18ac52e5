-- Up Migration

-- What Stripe pays out of a seller's balance to their bank, each once, as Stripe last said: beside what is asked for and paid, as
-- one payout carries many payments.
CREATE TABLE payouts (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  stripe_id text NOT NULL UNIQUE,
  seller_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  -- The seller's account at Stripe, and whether it was money.
  stripe_connect_account_id text NOT NULL,
  livemode boolean NOT NULL,
  -- In cents; less than nothing where Stripe took what a balance owed from the bank.
  amount integer NOT NULL CHECK (amount <> 0),
  currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  status text NOT NULL CHECK (status IN ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  -- When it is with the bank, as Stripe expects; a day without a time.
  arrival_date date NOT NULL,
  -- Why it came to nothing, by Stripe's name.
  failure_code text CHECK (char_length(failure_code) <= 100),
  -- Rises with each writing: what was read of Stripe is written only over what was there before it was asked.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- When Stripe made it, by its clock.
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX payouts_of_seller ON payouts (seller_id, arrival_date DESC, stripe_id);
CREATE INDEX payouts_of_account ON payouts (stripe_connect_account_id, created_at);
