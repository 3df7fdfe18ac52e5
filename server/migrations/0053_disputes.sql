-- Up Migration

-- What buyers' banks took back of payments, or ask about, as Stripe says it.
CREATE TABLE disputes (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  stripe_dispute_id text NOT NULL UNIQUE,
  -- Null where nobody here knows the payment: it is kept and shown all the same.
  payment_request_id uuid REFERENCES payment_requests (id) ON DELETE CASCADE,
  stripe_charge_id text NOT NULL,
  -- In cents, as are all amounts here; `fee` is what Stripe takes of the platform for it.
  amount integer NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  fee integer NOT NULL DEFAULT 0 CHECK (fee >= 0),
  reason text NOT NULL,
  status text NOT NULL CHECK (status IN (
    'warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost')),
  evidence_due_by timestamptz(3),
  -- What was written to the bank, until Stripe has it; and when somebody handed it in.
  evidence jsonb,
  submitted_at timestamptz(3),
  -- When Stripe was asked for what this row says: an answer to an earlier question changes nothing.
  seen_at timestamptz(3) NOT NULL,
  -- What the seller gives back. What Stripe is asked for is frozen before it is asked; a try that it refused is followed by another.
  transferred integer,
  reversed_before integer,
  reversal_amount integer,
  reversal_tries integer NOT NULL DEFAULT 0 CHECK (reversal_tries >= 0),
  stripe_reversal_id text UNIQUE,
  -- Of it, what the platform gave back of its fee.
  fee_returned integer NOT NULL DEFAULT 0 CHECK (fee_returned >= 0),
  -- What the seller is sent again of a dispute that was won.
  resend_tries integer NOT NULL DEFAULT 0 CHECK (resend_tries >= 0),
  stripe_resend_id text UNIQUE,
  -- When to go on with it, or to ask Stripe how it is; null when there is nothing to do.
  check_at timestamptz(3),
  checks integer NOT NULL DEFAULT 0 CHECK (checks >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT disputes_reversed_within_transfer CHECK (
    reversal_amount BETWEEN 0 AND least(amount, coalesce(transferred, 0) - coalesce(reversed_before, 0))),
  CONSTRAINT disputes_reversal_planned CHECK (stripe_reversal_id IS NULL OR reversal_amount > 0),
  CONSTRAINT disputes_fee_within_reversal CHECK (fee_returned = 0 OR fee_returned <= coalesce(reversal_amount, 0)),
  CONSTRAINT disputes_sent_again_when_won CHECK (
    stripe_resend_id IS NULL OR (status = 'won' AND stripe_reversal_id IS NOT NULL))
);
CREATE INDEX disputes_of_payment ON disputes (payment_request_id) WHERE payment_request_id IS NOT NULL;
CREATE INDEX disputes_to_check ON disputes (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX disputes_by_deadline ON disputes (evidence_due_by, id)
  WHERE status IN ('needs_response', 'warning_needs_response');

-- What was reversed and what was sent again stays so, and what was won stays won.
CREATE FUNCTION keep_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.payment_request_id IS NOT NULL AND NEW.payment_request_id IS DISTINCT FROM OLD.payment_request_id)
    OR (OLD.stripe_reversal_id IS NOT NULL AND
      (NEW.stripe_reversal_id, NEW.reversal_amount, NEW.fee_returned)
        IS DISTINCT FROM (OLD.stripe_reversal_id, OLD.reversal_amount, OLD.fee_returned))
    OR (OLD.stripe_resend_id IS NOT NULL AND NEW.stripe_resend_id IS DISTINCT FROM OLD.stripe_resend_id)
    OR (OLD.status = 'won' AND NEW.status <> 'won') THEN
    RAISE EXCEPTION 'dispute % is % already', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER disputes_keep BEFORE UPDATE ON disputes FOR EACH ROW EXECUTE FUNCTION keep_dispute();

-- What card networks think is fraud, before anybody disputes it.
CREATE TABLE early_fraud_warnings (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  stripe_warning_id text NOT NULL UNIQUE,
  payment_request_id uuid REFERENCES payment_requests (id) ON DELETE CASCADE,
  stripe_charge_id text NOT NULL,
  fraud_type text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX early_fraud_warnings_of_payment ON early_fraud_warnings (payment_request_id)
  WHERE payment_request_id IS NOT NULL;
