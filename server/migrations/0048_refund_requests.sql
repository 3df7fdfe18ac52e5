-- Up Migration

-- What buyers ask to have back of what they paid. The seller answers, by a refund or by no; once their time is over, whoever runs
-- the site does.
CREATE TABLE refund_requests (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  payment_request_id uuid NOT NULL REFERENCES payment_requests (id) ON DELETE CASCADE,
  -- By what its maker's client knows it.
  client_id uuid NOT NULL,
  -- In cents.
  amount integer NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'granted', 'declined', 'withdrawn')),
  -- The refund that answered it.
  refund_id uuid REFERENCES refunds (id) ON DELETE CASCADE,
  -- Why it was declined, and by whom.
  answer text NOT NULL DEFAULT '' CHECK (char_length(answer) <= 1000),
  declined_by text CHECK (declined_by IN ('seller', 'operator')),
  -- Until when the seller can answer alone, and when somebody who runs the site was asked.
  seller_answers_until timestamptz(3) NOT NULL,
  escalated_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT refund_requests_once UNIQUE (payment_request_id, client_id),
  CONSTRAINT refund_requests_granted CHECK ((status = 'granted') = (refund_id IS NOT NULL)),
  CONSTRAINT refund_requests_declined CHECK ((status = 'declined') = (declined_by IS NOT NULL)),
  CONSTRAINT refund_requests_answer CHECK ((status = 'declined') = (answer <> ''))
);
CREATE UNIQUE INDEX refund_requests_one_open ON refund_requests (payment_request_id) WHERE status = 'open';
CREATE INDEX refund_requests_of_refund ON refund_requests (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX refund_requests_to_escalate ON refund_requests (seller_answers_until)
  WHERE status = 'open' AND escalated_at IS NULL;
CREATE INDEX refund_requests_escalated ON refund_requests (escalated_at, id)
  WHERE status = 'open' AND escalated_at IS NOT NULL;

-- What was asked stays so. What was answered stays so, but that one whose refund came to nothing is open again.
CREATE FUNCTION keep_refund_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payment_request_id, NEW.amount, NEW.reason) IS DISTINCT FROM (OLD.payment_request_id, OLD.amount, OLD.reason)
    OR OLD.status IN ('declined', 'withdrawn')
    OR (OLD.status = 'granted' AND NEW.status <> 'open') THEN
    RAISE EXCEPTION 'refund request % is % already', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refund_requests_keep BEFORE UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION keep_refund_request();
