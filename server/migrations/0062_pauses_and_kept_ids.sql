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

-- By what Stripe knows a person is how later payouts, and payments that nobody here knows, are matched with them: it goes with no
-- other row.

-- No release removes these rows.
ALTER TABLE stripe_links
  DROP CONSTRAINT stripe_links_user_id_fkey,
  ADD CONSTRAINT stripe_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user" (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE seller_states
  DROP CONSTRAINT seller_states_stripe_id_fkey,
  ADD CONSTRAINT seller_states_stripe_id_fkey FOREIGN KEY (stripe_id) REFERENCES stripe_links (stripe_id) ON DELETE RESTRICT NOT VALID;
