-- Up Migration

-- What a person could still pay or be paid by, with secrets that were handed out before they were suspended: it is to be cancelled
-- at Stripe. A row is written with the suspension, and goes once all of it is done.
CREATE TABLE payment_pauses (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  person_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  due_at timestamptz(3) NOT NULL
);
CREATE INDEX payment_pauses_due ON payment_pauses (due_at);

-- For which of these a request was last given another intent.
ALTER TABLE payment_requests ADD COLUMN paused_for uuid;
