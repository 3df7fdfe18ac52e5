-- Up Migration

-- What the platform keeps of a payment, in cents, and by which rule it was found; nothing of what was asked for before. Both stay
-- as they were when the money was asked for.
ALTER TABLE payment_requests
  ADD COLUMN fee_amount integer NOT NULL DEFAULT 0 CHECK (fee_amount >= 0 AND fee_amount < amount),
  ADD COLUMN fee_rule jsonb;

CREATE FUNCTION keep_fee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.fee_amount, NEW.fee_rule) IS DISTINCT FROM (OLD.fee_amount, OLD.fee_rule) THEN
    RAISE EXCEPTION 'the fee of payment request % is set', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_requests_keep_fee BEFORE UPDATE OF fee_amount, fee_rule ON payment_requests
  FOR EACH ROW EXECUTE FUNCTION keep_fee();
