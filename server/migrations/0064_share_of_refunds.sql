-- Up Migration

-- The seller's money that is away for a refund: what the refund reversed of the payment's transfer, and the fee that came back with
-- it. A refund that fails leaves the money with the platform, which sends it to the seller again; then less, or nothing, is away.
ALTER TABLE refunds
  -- In cents, as are all amounts here. A trigger fills both where an insert leaves them out, as the release before does.
  ADD COLUMN taken_amount integer NOT NULL DEFAULT 0,
  ADD COLUMN taken_fee integer NOT NULL DEFAULT 0,
  -- The part of it that is being sent again; frozen before Stripe is asked for the transfer.
  ADD COLUMN resend_amount integer,
  ADD COLUMN resend_round integer NOT NULL DEFAULT 0,
  ADD COLUMN resend_tries integer NOT NULL DEFAULT 0,
  -- The last transfer that sent it again, and the dispute that took from that transfer.
  ADD COLUMN stripe_resend_id text,
  ADD COLUMN retaken_by uuid,
  -- The platform's balance is too low for it: no money has moved to the buyer.
  ADD COLUMN waits_for_money boolean NOT NULL DEFAULT false;

-- A share of the fee is found by all that was refunded so far, rounded down, so that refunds of the whole return all of it.
CREATE FUNCTION fill_refund_share() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid integer;
  fee integer;
  before bigint;
BEGIN
  IF NEW.status IN ('failed', 'canceled') AND NEW.stripe_refund_id IS NULL THEN
    NEW.taken_amount := 0;
  ELSIF TG_OP = 'INSERT' AND NEW.from_seller AND NEW.taken_amount = 0 THEN
    NEW.taken_amount := NEW.amount;
  END IF;
  IF TG_OP = 'INSERT' AND NEW.with_fee AND NEW.taken_amount > 0 AND NEW.taken_fee = 0 THEN
    SELECT amount, fee_amount INTO paid, fee FROM payment_requests WHERE id = NEW.payment_request_id;
    SELECT coalesce(sum(amount), 0) INTO before FROM refunds
      WHERE payment_request_id = NEW.payment_request_id AND status IN ('pending', 'succeeded') AND id <> NEW.id;
    NEW.taken_fee := div(fee::bigint * (before + NEW.amount), paid) - div(fee::bigint * before, paid);
  END IF;
  NEW.taken_fee := least(NEW.taken_fee, NEW.taken_amount);
  RETURN NEW;
END $$;

-- A refund that failed before this was written about may have been sent again by hand.
WITH shares AS (
  SELECT f.id, f.amount, f.from_seller, f.with_fee, p.fee_amount::bigint AS fee, p.amount AS paid,
    sum(f.amount) OVER (PARTITION BY p.id ORDER BY f.created_at, f.id) AS so_far
  FROM refunds f JOIN payment_requests p ON p.id = f.payment_request_id
  WHERE f.status IN ('pending', 'succeeded')
)
UPDATE refunds f SET taken_amount = CASE WHEN s.from_seller THEN s.amount ELSE 0 END,
  taken_fee = CASE WHEN s.from_seller AND s.with_fee
    THEN div(s.fee * s.so_far, s.paid) - div(s.fee * (s.so_far - s.amount), s.paid) ELSE 0 END
FROM shares s WHERE s.id = f.id;

CREATE TRIGGER refunds_share BEFORE INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION fill_refund_share();
-- Kept by a trigger: refunds_share.
ALTER TABLE refunds ADD CONSTRAINT refunds_share_within CHECK (
  taken_amount BETWEEN 0 AND amount AND taken_fee BETWEEN 0 AND taken_amount
  AND (resend_amount IS NULL OR (resend_amount BETWEEN 1 AND taken_amount AND status IN ('failed', 'canceled')))) NOT VALID;

-- The cents of a payment that a refund can still take from its seller: no more than was not refunded, and no more than is left of
-- the payment's transfer. What was sent to the seller again came by another transfer, of which a refund takes nothing.
CREATE FUNCTION refundable_cents(request_id uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT greatest(0, p.amount - greatest(r.refunded, r.reversed + d.reversed))::integer
  FROM payment_requests p
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE status IN ('pending', 'succeeded')), 0) AS refunded,
      coalesce(sum(amount) FILTER (WHERE from_seller AND
        (status IN ('pending', 'succeeded') OR stripe_refund_id IS NOT NULL)), 0) AS reversed
    FROM refunds WHERE payment_request_id = p.id
  ) r
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(reversal_amount) FILTER (WHERE stripe_reversal_id IS NOT NULL), 0) AS reversed,
      coalesce(bool_or(status IN ('needs_response', 'under_review', 'lost')), false) AS with_bank
    FROM disputes WHERE payment_request_id = p.id
  ) d
  WHERE p.id = request_id AND p.status = 'completed' AND NOT d.with_bank
$$;

-- Failed refunds are due as well, until their money is sent again.
CREATE INDEX refunds_due ON refunds (check_at) WHERE check_at IS NOT NULL;
DROP INDEX refunds_to_check;
