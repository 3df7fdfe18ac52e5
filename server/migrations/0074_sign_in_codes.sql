-- The newest mailed sign-in code of each address, of accounts and of unknown addresses alike. Both are keyed hashes.
CREATE TABLE sign_in_codes (
  address_hash text PRIMARY KEY,
  code_hash text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_codes_expires_at ON sign_in_codes (expires_at);

-- A mailed sign-in code proves the mailbox.
-- Looser than before: one more way; servers of the release before write the others.
ALTER TABLE email_confirmations
  DROP CONSTRAINT email_confirmations_method_check,
  ADD CONSTRAINT email_confirmations_method_check
    CHECK (method IN ('session', 'password', 'reset', 'google', 'invitation', 'code'));
