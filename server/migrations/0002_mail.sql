-- Up Migration

-- What links in mails carry. Only the SHA-256 of a code is kept: whoever reads this table can use none.
CREATE TABLE one_time_codes (
  hash text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('password-reset', 'email-verification')),
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  -- Where it was sent: that mailbox is what the code proves.
  email text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX one_time_codes_user_id ON one_time_codes (user_id);
CREATE INDEX one_time_codes_expires_at ON one_time_codes (expires_at);

-- Mails of a server that has no mail server: kept here to be read instead of being sent.
CREATE TABLE local_mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  language text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX local_mails_newest ON local_mails (created_at DESC, id DESC);
