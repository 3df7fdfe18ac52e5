-- Up Migration

-- What somebody may do after decisions about them. Without a row: everything. A suspension ends at its time; the row goes soon after.
CREATE TABLE standings (
  account_id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('suspended', 'banned')),
  until timestamptz(3) CHECK ((until IS NOT NULL) = (state = 'suspended')),
  since timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX standings_ending ON standings (until) WHERE until IS NOT NULL;

-- Beside each account, so that a session of anybody else costs no further look.
ALTER TABLE "user" ADD COLUMN is_restricted boolean NOT NULL DEFAULT false;
CREATE FUNCTION note_restriction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "user" SET is_restricted = true WHERE id = NEW.account_id;
  ELSE
    UPDATE "user" SET is_restricted = false WHERE id = OLD.account_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER standings_noted AFTER INSERT OR DELETE ON standings FOR EACH ROW EXECUTE FUNCTION note_restriction();

-- Whose pending payment requests are to be cancelled, until the payment provider has heard of each.
CREATE TABLE payment_cancellations_of_people (
  person_id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  due_at timestamptz(3) NOT NULL
);
CREATE INDEX payment_cancellations_of_people_due ON payment_cancellations_of_people (due_at);
