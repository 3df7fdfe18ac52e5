-- Up Migration

-- What was given back of a payment, or is on its way back: by its seller, by somebody who runs the site, or at Stripe's dashboard.
-- A refund of ours is a row before Stripe is asked for it, and has Stripe's id once there is one.
CREATE TABLE refunds (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  payment_request_id uuid NOT NULL REFERENCES payment_requests (id) ON DELETE CASCADE,
  -- By what its maker's client knows it; null of those that were made at Stripe.
  client_id uuid,
  -- In cents.
  amount integer NOT NULL CHECK (amount > 0),
  reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 1000),
  made_by text NOT NULL CHECK (made_by IN ('seller', 'operator', 'stripe')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  stripe_refund_id text UNIQUE,
  -- Whether the seller gives back their share, and the platform its own: what Stripe is asked for does not change between tries.
  from_seller boolean NOT NULL,
  with_fee boolean NOT NULL,
  -- What Stripe says of one that came to nothing, by Stripe's name.
  failure text,
  -- When to send it, or to ask Stripe how it is, should nobody else do so first; null when there is nothing to do.
  check_at timestamptz(3),
  checks integer NOT NULL DEFAULT 0 CHECK (checks >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT refunds_once UNIQUE (payment_request_id, client_id),
  CONSTRAINT refunds_made_at_stripe CHECK (made_by <> 'stripe' OR stripe_refund_id IS NOT NULL),
  CONSTRAINT refunds_done_at_stripe CHECK (status <> 'succeeded' OR stripe_refund_id IS NOT NULL)
);
CREATE INDEX refunds_to_check ON refunds (check_at) WHERE status = 'pending' AND check_at IS NOT NULL;

-- Nothing is asked of Stripe that would give back more than was paid, whoever asks at once: the payment's lock is taken before it
-- is counted, at the commit, so that each sees those before it. What Stripe has given back is never refused.
CREATE FUNCTION keep_refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid integer;
BEGIN
  SELECT amount INTO paid FROM payment_requests
    WHERE id = NEW.payment_request_id AND status = 'completed' FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM refunds r
    WHERE r.payment_request_id = NEW.payment_request_id AND r.status = 'pending' AND r.stripe_refund_id IS NULL
  ) AND (
    SELECT sum(r.amount) FROM refunds r
    WHERE r.payment_request_id = NEW.payment_request_id AND r.status IN ('pending', 'succeeded')
  ) > coalesce(paid, 0) THEN
    RAISE EXCEPTION 'refunds of % are more than was paid', NEW.payment_request_id USING ERRCODE = 'check_violation',
      CONSTRAINT = 'refunds_within_payment';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER refunds_within_payment AFTER INSERT OR UPDATE OF amount, status, stripe_refund_id ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_refunds_within_payment();

-- What a refund is stays so: of which payment, and how much; and one that came to nothing at Stripe gives nothing back later.
CREATE FUNCTION keep_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payment_request_id, NEW.amount, NEW.made_by) IS DISTINCT FROM (OLD.payment_request_id, OLD.amount, OLD.made_by)
    OR (OLD.stripe_refund_id IS NOT NULL AND NEW.stripe_refund_id IS DISTINCT FROM OLD.stripe_refund_id)
    OR (OLD.stripe_refund_id IS NOT NULL AND OLD.status IN ('failed', 'canceled') AND NEW.status <> OLD.status)
    OR (OLD.status = 'succeeded' AND NEW.status = 'pending') THEN
    RAISE EXCEPTION 'refund % is % already', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_keep BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION keep_refund();
