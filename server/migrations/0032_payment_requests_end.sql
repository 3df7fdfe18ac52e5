-- Up Migration

-- A request for money ends by itself after 14 days; those that are there have them from here on. Two days before, its buyer is
-- reminded. `next_step_at` is when a server next has something to do about that: to remind, to end it, or to try once more
-- what could not be done. Defaults, as servers of the release before make requests as well.
ALTER TABLE payment_requests
  ADD COLUMN expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '14 days',
  ADD COLUMN next_step_at timestamptz(3) NOT NULL DEFAULT now() + interval '12 days';

-- Looser than before: a payment is also cancelled because the time of its request is over.
ALTER TABLE payment_requests
  DROP CONSTRAINT payment_requests_cancelled_as_check,
  ADD CONSTRAINT payment_requests_cancelled_as_check CHECK (cancelled_as IN ('withdrawn', 'cancelled', 'expired'));

CREATE INDEX payment_requests_next_step ON payment_requests (next_step_at) WHERE status = 'pending';
