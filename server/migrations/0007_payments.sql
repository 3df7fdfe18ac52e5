-- Up Migration

-- What Stripe knows a person by (spec 3, user record). A row is there from the first thing that is known.
CREATE TABLE users (
  id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  stripe_customer_id text UNIQUE,
  stripe_connect_account_id text UNIQUE,
  -- What Stripe last said of the account: whether money can be sent to it, and what it still asks for.
  transfers_status text CHECK (transfers_status IN ('active', 'pending', 'restricted', 'rejected', 'unsupported')),
  requirements_due text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT users_status_of_account CHECK (transfers_status IS NULL OR stripe_connect_account_id IS NOT NULL)
);

-- A request for money, and the message that shows it: one row, so that they cannot differ. The row is there before
-- Stripe is asked for its payment intent, and is shown (has a place in the room) once there is one.
CREATE TABLE payment_requests (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  room_id uuid NOT NULL,
  seq integer,
  client_id uuid NOT NULL,
  seller_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  -- In cents.
  amount integer NOT NULL CHECK (amount BETWEEN 1 AND 9999999),
  currency text NOT NULL CHECK (currency = 'eur'),
  description text NOT NULL CHECK (char_length(description) <= 200),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed', 'rejected')),
  -- One intent pays one request, and one request is paid by one intent. Its client secret is never kept.
  stripe_payment_intent_id text UNIQUE,
  -- What the intent was made for: a payment counts only when Stripe names the same.
  stripe_customer_id text NOT NULL,
  stripe_connect_account_id text NOT NULL,
  -- When to ask Stripe how it is, should nobody else do so first; null when there is nothing to ask.
  check_at timestamptz(3),
  checks integer NOT NULL DEFAULT 0 CHECK (checks >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  FOREIGN KEY (room_id, seller_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (room_id, buyer_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (room_id, seq) REFERENCES chat_messages (room_id, seq) ON DELETE CASCADE,
  CONSTRAINT payment_requests_once UNIQUE (room_id, seller_id, client_id),
  CONSTRAINT payment_requests_one_message UNIQUE (room_id, seq),
  CONSTRAINT payment_requests_not_to_oneself CHECK (seller_id <> buyer_id),
  CONSTRAINT payment_requests_shown_when_payable CHECK (seq IS NULL OR stripe_payment_intent_id IS NOT NULL),
  CONSTRAINT payment_requests_decided_when_shown CHECK (status = 'pending' OR seq IS NOT NULL)
);
CREATE INDEX payment_requests_to_check ON payment_requests (check_at) WHERE status = 'pending' AND check_at IS NOT NULL;

-- Decided is decided, whoever comes later.
CREATE FUNCTION keep_payment_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'payment request % is % already', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_requests_keep_decided BEFORE UPDATE OF status ON payment_requests
  FOR EACH ROW EXECUTE FUNCTION keep_payment_decided();

-- What Stripe told us, each once, in the order in which it came here.
CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  -- What it is about, such as pi_… or acct_….
  object_id text,
  created_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null while what follows from it is still to be done.
  handled_at timestamptz(3)
);
CREATE INDEX stripe_events_unhandled ON stripe_events (received_at) WHERE handled_at IS NULL;
CREATE INDEX stripe_events_of_object ON stripe_events (object_id, created_at);
