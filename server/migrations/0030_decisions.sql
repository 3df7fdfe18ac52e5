-- Up Migration

-- What somebody decided about a reported thing, or about an earlier decision. Ids and states alone: what was told of it to whom it
-- is about is their statement, which erasing can remove.
CREATE TABLE decisions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  case_id uuid NOT NULL REFERENCES report_cases (id),
  about_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'nothing', 'warn', 'hide_profile', 'remove_message', 'remove_file', 'suspend', 'ban', 'undo', 'uphold'
  )),
  -- What it rests on: the law, or our own rules.
  ground text NOT NULL CHECK (ground IN ('law', 'rules')),
  -- How long a suspension lasts.
  until timestamptz(3) CHECK ((until IS NOT NULL) = (kind = 'suspend')),
  -- The decision that it takes back, or that it keeps after an objection.
  answers uuid REFERENCES decisions (id) CHECK ((answers IS NOT NULL) = (kind IN ('undo', 'uphold'))),
  -- Refers to nothing, as in the audit log.
  decided_by uuid NOT NULL,
  decided_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
-- Of several at once, one decides.
CREATE UNIQUE INDEX decisions_once ON decisions (case_id) WHERE answers IS NULL;
CREATE UNIQUE INDEX decisions_undone_once ON decisions (answers) WHERE kind = 'undo';
CREATE INDEX decisions_about ON decisions (about_id, decided_at);

-- Nobody is restricted without a statement of reasons: the database refuses to commit it. Not by a reference, so that a statement
-- can go with its account.
CREATE FUNCTION require_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM statements WHERE decision_id = NEW.id AND account_id = NEW.about_id) THEN
    RAISE EXCEPTION 'decision % has no statement', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER decisions_with_statement AFTER INSERT ON decisions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind <> 'nothing') EXECUTE FUNCTION require_statement();

-- Who is at a case, since when; and what its reporters are told of the decision.
ALTER TABLE report_cases
  ADD COLUMN assigned_to uuid,
  ADD COLUMN assigned_at timestamptz(3) CHECK ((assigned_at IS NULL) = (assigned_to IS NULL)),
  ADD COLUMN outcome text CHECK (outcome IN ('nothing', 'measure'));
CREATE INDEX report_cases_assigned_to ON report_cases (assigned_to, severity DESC, opened_at, id) WHERE decided_at IS NULL;
CREATE INDEX report_cases_opened ON report_cases (opened_at);

-- When some server is to tell its reporter what was decided; null before, and once they were told.
ALTER TABLE reports ADD COLUMN outcome_due_at timestamptz(3);
CREATE INDEX reports_without_outcome ON reports (outcome_due_at) WHERE outcome_due_at IS NOT NULL;
