-- Up Migration

-- What somebody is told of a decision about them: its statement of reasons. It goes with its account.
CREATE TABLE statements (
  decision_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN (
    'warn', 'hide_profile', 'remove_message', 'remove_file', 'suspend', 'ban', 'undo', 'uphold'
  )),
  -- What happened, and which law or rule that breaks: in the words of who decided.
  facts text NOT NULL CHECK (char_length(facts) BETWEEN 1 AND 2000),
  ground text NOT NULL CHECK (char_length(ground) <= 300),
  automated boolean NOT NULL DEFAULT false,
  until timestamptz(3),
  -- The decision that this one takes back, or keeps.
  answers uuid REFERENCES statements (decision_id) ON DELETE CASCADE,
  -- In which the person is written to.
  language text NOT NULL CHECK (language IN ('en', 'nl')),
  -- When it was written, under the locks of its decision: of two that wait for each other in that order.
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When some server is to mail it: later, while another one is at it.
  mail_due_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it was handed to the mails, or there was nowhere to send it.
  mailed_at timestamptz(3)
);
CREATE INDEX statements_of_account ON statements (account_id, created_at);
CREATE INDEX statements_without_mail ON statements (mail_due_at) WHERE mailed_at IS NULL;

-- What a person has against a decision: one objection for each.
CREATE TABLE objections (
  decision_id uuid PRIMARY KEY REFERENCES statements (decision_id) ON DELETE CASCADE,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 2000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null while nobody has answered it.
  answered_at timestamptz(3)
);
CREATE INDEX objections_open ON objections (created_at) WHERE answered_at IS NULL;
