-- Up Migration

-- The books: one journal for each transaction of the Stripe balance, with as many lines as it has parts. Ids and amounts alone: no
-- rule of erasure ever asks to change a row. The ids of ours refer to nothing, as rows outlive what they are about.
CREATE TABLE ledger_journals (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  stripe_balance_transaction text NOT NULL UNIQUE,
  -- Of which account of the platform at Stripe, and of which mode: each has books of its own.
  stripe_account text NOT NULL,
  livemode boolean NOT NULL,
  -- As Stripe calls it, and as we do.
  type text NOT NULL CHECK (char_length(type) BETWEEN 1 AND 100),
  kind text NOT NULL CHECK (kind IN (
    'payment', 'fee', 'fee_refund', 'refund', 'refund_failure', 'transfer', 'transfer_reversal', 'dispute', 'payout',
    'payout_failure', 'topup', 'reserve', 'stripe_fee', 'adjustment', 'stripe_product', 'other')),
  -- Which of Stripe's balances it moves; payments are in that of the name `payments`.
  balance_type text NOT NULL CHECK (char_length(balance_type) BETWEEN 1 AND 100),
  -- What it is of, and which payment that belongs to, by Stripe's ids.
  source text,
  payment_intent text,
  -- In cents, as are all amounts here.
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  net bigint NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  payment_request_id uuid,
  seller_id uuid,
  refund_id uuid,
  dispute_id uuid,
  -- When it was, and from when on the money can be used, by Stripe's clock.
  created_at timestamptz(3) NOT NULL,
  available_on timestamptz(3) NOT NULL,
  posted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ledger_journals_by_time ON ledger_journals (stripe_account, livemode, created_at, id);
CREATE INDEX ledger_journals_of_source ON ledger_journals (source) WHERE source IS NOT NULL;
CREATE INDEX ledger_journals_of_payment ON ledger_journals (payment_intent) WHERE payment_intent IS NOT NULL;
CREATE INDEX ledger_journals_of_seller ON ledger_journals (seller_id, created_at) WHERE seller_id IS NOT NULL;

CREATE TABLE ledger_lines (
  journal_id uuid NOT NULL REFERENCES ledger_journals (id),
  line_no smallint NOT NULL CHECK (line_no > 0),
  account text NOT NULL CHECK (account IN (
    'stripe_balance', 'payments', 'sellers', 'platform_fees', 'stripe_fees', 'stripe_taxes', 'refunds', 'disputes',
    'dispute_fees', 'bank', 'topups', 'reserves', 'adjustments', 'stripe_products', 'other')),
  -- A debit is positive.
  amount bigint NOT NULL,
  PRIMARY KEY (journal_id, line_no),
  CONSTRAINT ledger_lines_say_something CHECK (amount <> 0 OR account = 'stripe_balance')
);

-- What was posted stays as it was posted; whoever it is that asks.
CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are added, never changed or removed', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER ledger_journals_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_journals
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
CREATE TRIGGER ledger_lines_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
-- Also in a session that switches ordinary triggers off, as a restore does.
ALTER TABLE ledger_journals ENABLE ALWAYS TRIGGER ledger_journals_only_grow;
ALTER TABLE ledger_lines ENABLE ALWAYS TRIGGER ledger_lines_only_grow;

-- At the commit each journal is whole: its lines sum to zero, and that of the Stripe balance is what Stripe calls net.
CREATE FUNCTION check_ledger_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  journal uuid := CASE WHEN TG_TABLE_NAME = 'ledger_journals' THEN (to_jsonb(NEW) ->> 'id') ELSE (to_jsonb(NEW) ->> 'journal_id') END;
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger_journals j JOIN ledger_lines l ON l.journal_id = j.id
    WHERE j.id = journal
    GROUP BY j.id
    HAVING sum(l.amount) = 0
      AND count(*) FILTER (WHERE l.account = 'stripe_balance') = 1
      AND sum(l.amount) FILTER (WHERE l.account = 'stripe_balance') = j.net
  ) THEN
    RAISE EXCEPTION 'the lines of journal % do not add up', journal USING ERRCODE = 'check_violation',
      CONSTRAINT = 'ledger_journals_add_up';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_journals_add_up AFTER INSERT ON ledger_journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_journal();
CREATE CONSTRAINT TRIGGER ledger_lines_add_up AFTER INSERT ON ledger_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_journal();

-- The sums of each day of Amsterdam, as lines are added: a year of books is read from these. As lines never change, neither does
-- what they add up to.
CREATE TABLE ledger_days (
  day date NOT NULL,
  stripe_account text NOT NULL,
  livemode boolean NOT NULL,
  currency text NOT NULL,
  balance_type text NOT NULL,
  kind text NOT NULL,
  account text NOT NULL,
  amount bigint NOT NULL,
  lines integer NOT NULL CHECK (lines > 0),
  PRIMARY KEY (stripe_account, livemode, currency, day, balance_type, kind, account)
);

CREATE FUNCTION add_to_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_days (day, stripe_account, livemode, currency, balance_type, kind, account, amount, lines)
  SELECT (j.created_at AT TIME ZONE 'Europe/Amsterdam')::date, j.stripe_account, j.livemode, j.currency, j.balance_type, j.kind, l.account,
    sum(l.amount), count(*)
  FROM added l JOIN ledger_journals j ON j.id = l.journal_id
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (stripe_account, livemode, currency, day, balance_type, kind, account) DO UPDATE
    SET amount = ledger_days.amount + excluded.amount, lines = ledger_days.lines + excluded.lines;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_lines_of_days AFTER INSERT ON ledger_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_ledger_days();

-- Each look at Stripe's balance beside ours. One that differs counts once it was seen twice, and until one agrees again.
CREATE TABLE ledger_checks (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  looked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  stripe_account text NOT NULL,
  livemode boolean NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  -- By our lines, and by Stripe; with which journal as the last.
  expected bigint NOT NULL,
  actual bigint NOT NULL,
  last_transaction text,
  counts boolean NOT NULL,
  -- Of one that counts: transactions that differ between Stripe and here, as far as they were found.
  suspects text[] NOT NULL DEFAULT '{}',
  CONSTRAINT ledger_checks_count_differences CHECK (NOT counts OR expected <> actual)
);
CREATE INDEX ledger_checks_by_time ON ledger_checks (stripe_account, livemode, currency, looked_at);

-- When some server is to read Stripe's transactions and to look at its balance, should nobody do so first; and how often that
-- was tried in vain.
CREATE TABLE ledger_work (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0)
);
INSERT INTO ledger_work DEFAULT VALUES;
