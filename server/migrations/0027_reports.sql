-- Up Migration

-- What people reported: one open case for each thing, and for each person whom it is about. Ids refer to nothing, as a case
-- outlives what it is about; an id without its account tells nobody who it was.
CREATE TABLE report_cases (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  subject_kind text NOT NULL CHECK (subject_kind IN ('profile', 'request', 'room', 'message', 'file')),
  -- Of the profile or the request, or of the room.
  subject_id uuid NOT NULL,
  -- The place of the message or the file in its room; 0 for the others, as null would equal nothing.
  subject_seq integer NOT NULL DEFAULT 0 CHECK ((subject_kind IN ('message', 'file')) = (subject_seq > 0)),
  about_id uuid NOT NULL,
  -- The gravest of its reports.
  category text NOT NULL CHECK (category IN ('illegal', 'scam', 'harassment', 'spam', 'other')),
  severity smallint NOT NULL GENERATED ALWAYS AS (
    CASE category WHEN 'illegal' THEN 3 WHEN 'scam' THEN 2 WHEN 'harassment' THEN 2 WHEN 'spam' THEN 1 ELSE 0 END
  ) STORED,
  report_count integer NOT NULL DEFAULT 0 CHECK (report_count >= 0),
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null while nobody has decided.
  decided_at timestamptz(3)
);
CREATE UNIQUE INDEX report_cases_one_open ON report_cases (subject_kind, subject_id, subject_seq, about_id)
  WHERE decided_at IS NULL;
-- The queue: the gravest first, then the oldest.
CREATE INDEX report_cases_queue ON report_cases (severity DESC, opened_at, id) WHERE decided_at IS NULL;
CREATE INDEX report_cases_about ON report_cases (about_id, opened_at);

-- What one person told about it. The report stays where its account goes.
CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  case_id uuid NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
  -- Null for visitors, and once the account is gone.
  reporter_id uuid REFERENCES "user" (id) ON DELETE SET NULL,
  category text NOT NULL CHECK (category IN ('illegal', 'scam', 'harassment', 'spam', 'other')),
  -- What the receipt names, to ask by.
  reference text NOT NULL UNIQUE CHECK (reference ~ '^[0-9A-Z]{5}-[0-9A-Z]{5}$'),
  -- In which its reporter is written to.
  language text NOT NULL CHECK (language IN ('en', 'nl')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When some server is to see to the receipt: later, while another one is at it.
  receipt_due_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When the receipt was handed to the mails, or there was nowhere to send it.
  receipt_at timestamptz(3),
  -- When its reporter was told what was decided.
  outcome_at timestamptz(3)
);
CREATE UNIQUE INDEX reports_once ON reports (case_id, reporter_id) WHERE reporter_id IS NOT NULL;
CREATE INDEX reports_of_case ON reports (case_id, created_at);
CREATE INDEX reports_of_reporter ON reports (reporter_id, created_at) WHERE reporter_id IS NOT NULL;
CREATE INDEX reports_without_receipt ON reports (receipt_due_at) WHERE receipt_at IS NULL;

-- What people wrote in a report. Apart from it, so that erasing can empty this and leave ids, states and figures.
CREATE TABLE report_texts (
  report_id uuid PRIMARY KEY REFERENCES reports (id) ON DELETE CASCADE,
  content text CHECK (char_length(content) <= 2000),
  law text CHECK (char_length(law) <= 300),
  -- A visitor's, where they gave one.
  email text CHECK (char_length(email) <= 254)
);

-- What was reported, as it was when the first report of the case came: it may be changed or removed before anybody decides.
-- Erasing can empty this, too.
CREATE TABLE report_quotes (
  case_id uuid PRIMARY KEY REFERENCES report_cases (id) ON DELETE CASCADE,
  content text NOT NULL,
  -- By which the file storage has a reported file.
  stored_name text,
  quoted_at timestamptz(3) NOT NULL DEFAULT now()
);
