-- Up Migration

-- Which of our accounts at Stripe there were, by the digest of the key that led there. What Stripe calls something by is worth
-- something in the account and the mode in which it was made, and nowhere else. The first that is seen adopts what was kept before
-- accounts were told apart, and what servers of the release before write.
CREATE TABLE stripe_platforms (
  key_digest text NOT NULL,
  stripe_account text NOT NULL,
  livemode boolean NOT NULL,
  adopts boolean CHECK (adopts),
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (key_digest, stripe_account, livemode),
  CONSTRAINT stripe_platforms_one_adopts UNIQUE (adopts)
);

-- What Stripe knows a person by, in which account of ours and in which mode; both null until one adopts it.
CREATE TABLE stripe_links (
  stripe_id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('customer', 'connect_account')),
  stripe_account text,
  livemode boolean,
  -- Since when it is known not to be there any more: deleted or closed at Stripe, or not ours to use.
  gone_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT stripe_links_whose CHECK ((stripe_account IS NULL) = (livemode IS NULL))
);
CREATE UNIQUE INDEX stripe_links_one ON stripe_links (user_id, kind, stripe_account, livemode) NULLS NOT DISTINCT
  WHERE gone_at IS NULL;
CREATE INDEX stripe_links_of_user ON stripe_links (user_id);
CREATE INDEX stripe_links_to_adopt ON stripe_links (stripe_id) WHERE livemode IS NULL;

-- What Stripe last said of a seller's account.
CREATE TABLE seller_states (
  stripe_id text PRIMARY KEY REFERENCES stripe_links (stripe_id) ON DELETE CASCADE,
  -- Whether money can be sent to it, and whether money can get out of it to the bank; null until Stripe said so.
  transfers_status text CHECK (transfers_status IN ('active', 'pending', 'restricted', 'rejected', 'unsupported')),
  payouts_status text CHECK (payouts_status IN ('active', 'pending', 'restricted', 'rejected', 'unsupported')),
  -- Why one of them is not active, by Stripe's name.
  restricted_by text CHECK (char_length(restricted_by) <= 100),
  requirements_due text[] NOT NULL DEFAULT '{}',
  -- By when the first of these is to be brought, where Stripe says so, and what stops otherwise.
  due_by timestamptz(3),
  at_stake text CHECK (at_stake IN ('transfers', 'payouts')),
  -- Since when money could first be sent to it: what is restricted later was not always so.
  ready_at timestamptz(3),
  -- Rises with each change: what was read of Stripe is written only over what was there before it was asked.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- When it is to be read again, should nothing be heard of it.
  next_read_at timestamptz(3) NOT NULL DEFAULT now() + interval '7 days',
  reads_failed integer NOT NULL DEFAULT 0 CHECK (reads_failed >= 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX seller_states_to_read ON seller_states (next_read_at);

-- What servers of the release before write of a person is followed here, as what belongs to the account that adopts. Not what this release
-- writes there for them: it may be older than what stands here by then.
CREATE FUNCTION follow_user_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ours record;
BEGIN
  SELECT stripe_account, livemode INTO ours FROM (VALUES (1)) AS one LEFT JOIN stripe_platforms ON adopts;
  IF TG_OP = 'UPDATE' THEN
    UPDATE stripe_links SET gone_at = now(), updated_at = now()
      WHERE gone_at IS NULL
        AND (livemode IS NULL OR (stripe_account = ours.stripe_account AND livemode = ours.livemode))
        AND stripe_id IN (
        CASE WHEN NEW.stripe_customer_id IS DISTINCT FROM OLD.stripe_customer_id THEN OLD.stripe_customer_id END,
        CASE WHEN NEW.stripe_connect_account_id IS DISTINCT FROM OLD.stripe_connect_account_id
          THEN OLD.stripe_connect_account_id END
      );
  END IF;
  INSERT INTO stripe_links (stripe_id, user_id, kind, stripe_account, livemode)
    SELECT stripe_id, NEW.id, kind, ours.stripe_account, ours.livemode
    FROM (VALUES (NEW.stripe_customer_id, 'customer'), (NEW.stripe_connect_account_id, 'connect_account')) AS v (stripe_id, kind)
    WHERE stripe_id IS NOT NULL
    ON CONFLICT DO NOTHING;
  INSERT INTO seller_states AS known (stripe_id, transfers_status, requirements_due, ready_at)
    SELECT NEW.stripe_connect_account_id, NEW.transfers_status, NEW.requirements_due,
      CASE WHEN NEW.transfers_status = 'active' THEN now() END
    FROM stripe_links WHERE stripe_id = NEW.stripe_connect_account_id
    ON CONFLICT (stripe_id) DO UPDATE SET
      transfers_status = EXCLUDED.transfers_status, requirements_due = EXCLUDED.requirements_due,
      ready_at = coalesce(known.ready_at, EXCLUDED.ready_at), version = known.version + 1, updated_at = now()
    WHERE (known.transfers_status, known.requirements_due)
      IS DISTINCT FROM (EXCLUDED.transfers_status, EXCLUDED.requirements_due);
  RETURN NULL;
END $$;
CREATE TRIGGER users_follow AFTER INSERT OR UPDATE OF stripe_customer_id, stripe_connect_account_id, transfers_status, requirements_due
  ON users FOR EACH ROW WHEN (current_setting('kundig.writes_for_older', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION follow_user_record();

INSERT INTO stripe_links (stripe_id, user_id, kind, created_at, updated_at)
  SELECT stripe_customer_id, id, 'customer', created_at, updated_at FROM users WHERE stripe_customer_id IS NOT NULL;
INSERT INTO stripe_links (stripe_id, user_id, kind, created_at, updated_at)
  SELECT stripe_connect_account_id, id, 'connect_account', created_at, updated_at FROM users
  WHERE stripe_connect_account_id IS NOT NULL;
-- They are read for the first time within a week, each at another time.
INSERT INTO seller_states (stripe_id, transfers_status, requirements_due, ready_at, next_read_at, updated_at)
  SELECT stripe_connect_account_id, transfers_status, requirements_due,
    CASE WHEN transfers_status = 'active' THEN updated_at END, now() + random() * interval '7 days', updated_at
  FROM users WHERE stripe_connect_account_id IS NOT NULL;

-- In which account of ours, and in which mode, a payment was asked for: what is no money is marked for ever. Null until one adopts
-- what was asked for before.
ALTER TABLE payment_requests
  ADD COLUMN stripe_account text,
  ADD COLUMN livemode boolean;
CREATE INDEX payment_requests_to_adopt ON payment_requests (id) WHERE livemode IS NULL;

CREATE FUNCTION note_whose_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT stripe_account, livemode INTO NEW.stripe_account, NEW.livemode FROM stripe_platforms WHERE adopts;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_requests_note_whose BEFORE INSERT ON payment_requests
  FOR EACH ROW WHEN (NEW.livemode IS NULL) EXECUTE FUNCTION note_whose_payment();

CREATE FUNCTION keep_whose_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.livemode IS NOT NULL AND (NEW.stripe_account, NEW.livemode) IS DISTINCT FROM (OLD.stripe_account, OLD.livemode) THEN
    RAISE EXCEPTION 'whose payment request % is, is set', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_requests_keep_whose BEFORE UPDATE OF stripe_account, livemode ON payment_requests
  FOR EACH ROW EXECUTE FUNCTION keep_whose_payment();

-- When an event that was not handled is tried next: ever later, so that those that always fail hold up no others.
ALTER TABLE stripe_events
  -- The seller's account whose event it is; null for ours.
  ADD COLUMN account text,
  ADD COLUMN tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  ADD COLUMN next_try_at timestamptz(3) NOT NULL DEFAULT now() + interval '1 minute';
CREATE INDEX stripe_events_to_try ON stripe_events (next_try_at) WHERE handled_at IS NULL;
