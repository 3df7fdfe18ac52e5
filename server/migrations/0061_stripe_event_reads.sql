-- Up Migration

-- Up to when Stripe's own list of events was read, for each account of ours and each mode: what no webhook brought is found there.
CREATE TABLE stripe_event_reads (
  stripe_account text NOT NULL,
  livemode boolean NOT NULL,
  read_to timestamptz(3) NOT NULL,
  PRIMARY KEY (stripe_account, livemode)
);
-- It only goes on: a slow server does not put it back.
CREATE FUNCTION keep_stripe_event_reads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.read_to := greatest(NEW.read_to, OLD.read_to);
  RETURN NEW;
END $$;
CREATE TRIGGER stripe_event_reads_keep BEFORE UPDATE ON stripe_event_reads
  FOR EACH ROW EXECUTE FUNCTION keep_stripe_event_reads();
