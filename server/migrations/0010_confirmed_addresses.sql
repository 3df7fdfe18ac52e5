-- Up Migration

-- How an address was confirmed. Without a row for the address that an account has, it was confirmed, if at all, by
-- whoever opened a link: releases before this one asked for neither a session nor a password of the account.
CREATE TABLE email_confirmations (
  user_id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  -- The address that was confirmed: when the account has another one, this row says nothing about it.
  email text NOT NULL,
  method text NOT NULL CHECK (method IN ('session', 'password', 'reset', 'google')),
  confirmed_at timestamptz(3) NOT NULL DEFAULT now()
);
