-- Up Migration

-- Which of its intents pays a request: another one takes the place of one that was cancelled because its buyer was blocked. While
-- that is under way, `replaced_intent` names the one that goes; `replaced_for` is the block for which it was last done.
ALTER TABLE payment_requests
  ADD COLUMN intent_number integer NOT NULL DEFAULT 1 CHECK (intent_number > 0),
  ADD COLUMN replaced_intent text,
  ADD COLUMN replaced_for uuid;

-- What did not pay a request: a charge that failed, each once, and so many of a request at most.
CREATE TABLE payment_attempts (
  stripe_charge_id text PRIMARY KEY,
  payment_request_id uuid NOT NULL REFERENCES payment_requests (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 20),
  -- By whom it was stopped: the bank, or Stripe itself; failed where Stripe does not say.
  state text NOT NULL CHECK (state IN ('declined', 'blocked', 'failed')),
  -- With what, in Stripe's words.
  method text NOT NULL CHECK (char_length(method) <= 100),
  brand text CHECK (char_length(brand) <= 100),
  last4 text CHECK (last4 ~ '^\d{4}$'),
  wallet text CHECK (char_length(wallet) <= 100),
  failure_code text CHECK (char_length(failure_code) <= 100),
  decline_code text CHECK (char_length(decline_code) <= 100),
  -- When that was, by Stripe's clock.
  attempted_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT payment_attempts_number UNIQUE (payment_request_id, number)
);

-- Whose cards were declined, and when: charges and attempts to save a card, by Stripe's ids.
CREATE TABLE card_declines (
  stripe_id text PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  declined_at timestamptz(3) NOT NULL
);
CREATE INDEX card_declines_of_person ON card_declines (person_id, declined_at);
CREATE INDEX card_declines_old ON card_declines (declined_at);

-- Who can neither pay nor add a card for a while, as too many cards were declined.
CREATE TABLE payment_blocks (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  person_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  began_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz(3) NOT NULL,
  lifted_at timestamptz(3),
  -- When some server is to cancel at Stripe what could still be tried; null once all of it is done.
  due_at timestamptz(3),
  CONSTRAINT payment_blocks_end CHECK (ends_at > began_at),
  CONSTRAINT payment_blocks_lifted CHECK (lifted_at >= began_at)
);
CREATE INDEX payment_blocks_of_person ON payment_blocks (person_id, ends_at);
CREATE INDEX payment_blocks_due ON payment_blocks (due_at) WHERE due_at IS NOT NULL;
