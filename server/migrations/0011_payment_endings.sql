-- Up Migration

-- What ended a request that was rejected: its buyer declined it, or the payment failed. A request that was rejected before
-- this was kept apart, or by a server of the release before, has none: its payment failed.
ALTER TABLE payment_requests
  ADD COLUMN ended_by text
    CHECK (ended_by IN ('declined', 'failed'))
    CONSTRAINT payment_requests_ended_when_rejected CHECK (ended_by IS NULL OR status = 'rejected');

-- What ended a request stays, as its status does.
CREATE OR REPLACE FUNCTION keep_payment_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND (NEW.status <> OLD.status OR NEW.ended_by IS DISTINCT FROM OLD.ended_by) THEN
    RAISE EXCEPTION 'payment request % is % already', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER payment_requests_keep_decided BEFORE UPDATE OF status, ended_by ON payment_requests
  FOR EACH ROW EXECUTE FUNCTION keep_payment_decided();

-- Null for a request that a seller's program made: the program holds the client secret, so the intent must not belong to the
-- buyer's customer.
ALTER TABLE payment_requests ALTER COLUMN stripe_customer_id DROP NOT NULL;
-- Of a seller's program the equal call of a moment ago is looked for.
CREATE INDEX payment_requests_of_programs ON payment_requests (seller_id, created_at) WHERE stripe_customer_id IS NULL;

-- Looser than before: what a payment is for is a text of up to 1,000 characters (spec 5).
ALTER TABLE payment_requests
  DROP CONSTRAINT payment_requests_description_check,
  ADD CONSTRAINT payment_requests_description_check CHECK (char_length(description) <= 1000);
