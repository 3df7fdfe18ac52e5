-- Up Migration

-- Whom money went between is kept longer than they are: what tells of money goes with no other row. A request that nobody saw
-- is removed still, as nothing hangs on it.

-- No release removes these rows.
ALTER TABLE refunds
  DROP CONSTRAINT refunds_payment_request_id_fkey,
  ADD CONSTRAINT refunds_payment_request_id_fkey FOREIGN KEY (payment_request_id) REFERENCES payment_requests (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE refund_requests
  DROP CONSTRAINT refund_requests_payment_request_id_fkey,
  ADD CONSTRAINT refund_requests_payment_request_id_fkey FOREIGN KEY (payment_request_id) REFERENCES payment_requests (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE refund_requests
  DROP CONSTRAINT refund_requests_refund_id_fkey,
  ADD CONSTRAINT refund_requests_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE payment_attempts
  DROP CONSTRAINT payment_attempts_payment_request_id_fkey,
  ADD CONSTRAINT payment_attempts_payment_request_id_fkey FOREIGN KEY (payment_request_id) REFERENCES payment_requests (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE disputes
  DROP CONSTRAINT disputes_payment_request_id_fkey,
  ADD CONSTRAINT disputes_payment_request_id_fkey FOREIGN KEY (payment_request_id) REFERENCES payment_requests (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE early_fraud_warnings
  DROP CONSTRAINT early_fraud_warnings_payment_request_id_fkey,
  ADD CONSTRAINT early_fraud_warnings_payment_request_id_fkey FOREIGN KEY (payment_request_id) REFERENCES payment_requests (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE users
  DROP CONSTRAINT users_id_fkey,
  ADD CONSTRAINT users_id_fkey FOREIGN KEY (id) REFERENCES "user" (id) ON DELETE RESTRICT NOT VALID;

-- No release removes these rows.
ALTER TABLE payouts
  DROP CONSTRAINT payouts_seller_id_fkey,
  ADD CONSTRAINT payouts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES "user" (id) ON DELETE RESTRICT NOT VALID;

-- The last number of each series. It rises by one with each receipt, under its row's lock, and falls back where a transaction does.
CREATE TABLE receipt_series (
  series text PRIMARY KEY CHECK (series ~ '^[A-Z0-9-]{1,20}$'),
  last_number integer NOT NULL CHECK (last_number > 0)
);

-- What somebody is given to show that they paid, or that they got money back: the people, the site and the lines as they were.
CREATE TABLE receipts (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  series text NOT NULL REFERENCES receipt_series (series) ON DELETE RESTRICT,
  -- The database gives it, whatever an insert says.
  number integer NOT NULL DEFAULT 0 CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('payment', 'refund')),
  payment_request_id uuid NOT NULL REFERENCES payment_requests (id) ON DELETE RESTRICT,
  refund_id uuid UNIQUE REFERENCES refunds (id) ON DELETE RESTRICT,
  -- Of no money: Stripe in test mode, or the simulator.
  is_test boolean NOT NULL,
  -- In cents.
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency = 'eur'),
  -- Room for invoices: the rate in basis points, and how much of the amount is VAT (cents). Nothing fills them yet.
  vat_rate_bp integer CHECK (vat_rate_bp >= 0),
  vat_amount integer CHECK (vat_amount BETWEEN 0 AND amount),
  content jsonb NOT NULL,
  -- When the money moved, as far as we know, and when this was made.
  happened_at timestamptz(3) NOT NULL,
  issued_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT receipts_number UNIQUE (series, number),
  CONSTRAINT receipts_of_refund CHECK ((kind = 'refund') = (refund_id IS NOT NULL))
);
CREATE UNIQUE INDEX receipts_one_for_payment ON receipts (payment_request_id) WHERE kind = 'payment';
CREATE INDEX receipts_of_payment ON receipts (payment_request_id);

-- The next number of its series, and only for money that moved, as it did.
CREATE FUNCTION number_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'payment' AND NOT EXISTS (
    SELECT FROM payment_requests p
    WHERE p.id = NEW.payment_request_id AND p.status = 'completed' AND p.amount = NEW.amount
  ) OR NEW.kind = 'refund' AND NOT EXISTS (
    SELECT FROM refunds r
    WHERE r.id = NEW.refund_id AND r.payment_request_id = NEW.payment_request_id AND r.status = 'succeeded'
      AND r.amount = NEW.amount
  ) THEN
    RAISE EXCEPTION 'a receipt is of money that moved' USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_of_money';
  END IF;
  INSERT INTO receipt_series AS s (series, last_number) VALUES (NEW.series, 1)
    ON CONFLICT (series) DO UPDATE SET last_number = s.last_number + 1
    RETURNING last_number INTO NEW.number;
  NEW.issued_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER receipts_numbered BEFORE INSERT ON receipts FOR EACH ROW EXECUTE FUNCTION number_receipt();

-- What was issued stays as it was issued.
CREATE FUNCTION keep_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an issued receipt stays as it is' USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_kept';
END $$;
CREATE TRIGGER receipts_kept BEFORE UPDATE ON receipts FOR EACH ROW EXECUTE FUNCTION keep_receipts();
CREATE TRIGGER receipts_stay BEFORE DELETE OR TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION keep_receipts();

-- A series begins with one, goes up by one, and each of its numbers is that of a receipt: so it has no gap.
CREATE FUNCTION keep_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.last_number = 1 THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NEW.series = OLD.series AND NEW.last_number = OLD.last_number + 1 THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a series of receipts goes up by one' USING ERRCODE = 'check_violation', CONSTRAINT = 'receipt_series_kept';
END $$;
CREATE TRIGGER receipt_series_kept BEFORE INSERT OR UPDATE OR DELETE ON receipt_series
  FOR EACH ROW EXECUTE FUNCTION keep_series();
CREATE FUNCTION keep_series_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM receipts r WHERE r.series = NEW.series AND r.number = NEW.last_number) THEN
    RAISE EXCEPTION 'number % of % is of no receipt', NEW.last_number, NEW.series
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipt_series_whole';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER receipt_series_whole AFTER INSERT OR UPDATE ON receipt_series
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_series_whole();

-- Receipts that are still to be made: of what happened before this migration, or under servers of the release before, which
-- settle payments without one. By the id of the payment request or of the refund.
CREATE TABLE receipts_owed (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('payment', 'refund')),
  payment_request_id uuid NOT NULL REFERENCES payment_requests (id) ON DELETE RESTRICT,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX receipts_owed_due ON receipts_owed (due_at);

-- At the commit: money that moved has its receipt, or is noted here. Who settles with a receipt leaves no note.
CREATE FUNCTION owe_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'payment_requests' THEN
    INSERT INTO receipts_owed (id, kind, payment_request_id)
      SELECT NEW.id, 'payment', NEW.id
      WHERE NOT EXISTS (SELECT FROM receipts r WHERE r.payment_request_id = NEW.id AND r.kind = 'payment')
      ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO receipts_owed (id, kind, payment_request_id)
      SELECT NEW.id, 'refund', NEW.payment_request_id
      WHERE NOT EXISTS (SELECT FROM receipts r WHERE r.refund_id = NEW.id)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_requests_owe_receipt AFTER INSERT OR UPDATE OF status ON payment_requests
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION owe_receipt();
CREATE CONSTRAINT TRIGGER refunds_owe_receipt AFTER INSERT OR UPDATE OF status ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION owe_receipt();

INSERT INTO receipts_owed (id, kind, payment_request_id)
  SELECT id, 'payment', id FROM payment_requests WHERE status = 'completed';
INSERT INTO receipts_owed (id, kind, payment_request_id)
  SELECT id, 'refund', payment_request_id FROM refunds WHERE status = 'succeeded';

-- Mails with receipts, written with them; none for what is made afterwards. The receipt's id is what mail programs recognise a
-- second copy by.
CREATE TABLE receipt_mails (
  receipt_id uuid PRIMARY KEY REFERENCES receipts (id) ON DELETE RESTRICT,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  ended_at timestamptz(3),
  outcome text CHECK (outcome IN ('sent', 'unconfirmed', 'bounced', 'given_up')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX receipt_mails_due ON receipt_mails (due_at) WHERE ended_at IS NULL;

-- What somebody paid, and what they were paid, the latest first. On a large table make them beforehand, with CREATE INDEX
-- CONCURRENTLY: here they are then there already.
CREATE INDEX IF NOT EXISTS payment_requests_of_buyer ON payment_requests (buyer_id, id);
CREATE INDEX IF NOT EXISTS payment_requests_of_seller ON payment_requests (seller_id, id);
