-- Up Migration

-- What a mail to somebody on the list is written in; null for who joined before this was kept.
ALTER TABLE waiting_list ADD COLUMN language text CHECK (language IN ('en', 'nl'));
-- Servers of the release before write no invitation, and never read this.
CREATE INDEX waiting_list_of_category ON waiting_list (category, created_at, id);

-- Invitations of people on the waiting list. They stay as figures when the entry, with its name and address, is gone.
CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  entry_id uuid REFERENCES waiting_list (id) ON DELETE SET NULL,
  category text NOT NULL,
  invited_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Of the code in the mail, once it was sent; the code itself is nowhere.
  code_hash text UNIQUE,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX invitations_of_entry ON invitations (entry_id);
CREATE INDEX invitations_of_category ON invitations (category);
CREATE INDEX invitations_to_send ON invitations (invited_at) WHERE code_hash IS NULL AND used_at IS NULL;

-- Whoever used an invitation has shown that the mailbox is theirs.
-- Looser than before: one more way; servers of the release before write the others.
ALTER TABLE email_confirmations
  DROP CONSTRAINT email_confirmations_method_check,
  ADD CONSTRAINT email_confirmations_method_check
    CHECK (method IN ('session', 'password', 'reset', 'google', 'invitation'));
