-- Up Migration

-- Whether somebody is asked for more than a password or Google's word.
ALTER TABLE "user" ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

-- better-auth's table of second factors. Key and recovery codes are encrypted with AUTH_SECRET.
CREATE TABLE two_factor (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES "user" (id) ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  -- False until its owner has shown a first code.
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz(3),
  -- The step of time of the code that was taken last: neither it nor an earlier one is taken again.
  last_step integer
);

-- Sessions in which the second factor was given, and when that was last. Without a row here, a session of somebody who has
-- a second factor opens nothing.
CREATE TABLE second_factor_sessions (
  session_id uuid PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  given_at timestamptz(3) NOT NULL DEFAULT now()
);
