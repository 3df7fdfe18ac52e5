-- Up Migration

-- Why the payment of a request is cancelled when that is not its buyer's doing: its seller withdrew it, or contact between the
-- two ended. Noted before the payment provider is asked, so that whoever decides the request finds it; of a request that was
-- paid all the same it says nothing. Servers of the release before do not know it, and tell such a request as failed, which
-- they also write into ended_by.
ALTER TABLE payment_requests
  ADD COLUMN cancelled_as text CHECK (cancelled_as IN ('withdrawn', 'cancelled'));

-- It stays with what it explains.
CREATE OR REPLACE FUNCTION keep_payment_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND (
    NEW.status <> OLD.status OR NEW.ended_by IS DISTINCT FROM OLD.ended_by
    OR NEW.cancelled_as IS DISTINCT FROM OLD.cancelled_as
  ) THEN
    RAISE EXCEPTION 'payment request % is % already', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER payment_requests_keep_decided
  BEFORE UPDATE OF status, ended_by, cancelled_as ON payment_requests
  FOR EACH ROW EXECUTE FUNCTION keep_payment_decided();
