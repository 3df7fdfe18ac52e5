-- Questions of visitors that wait for the confirmation of an address, bound to a code in sign_in_codes.
CREATE TABLE unsent_questions (
  -- The connection request gets the same id, so that its primary key refuses a second one.
  id uuid PRIMARY KEY,
  receiver_id uuid NOT NULL,
  sender_name text NOT NULL,
  message text NOT NULL,
  -- The account that confirmed it; null before.
  sender_id uuid,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX unsent_questions_expires_at ON unsent_questions (expires_at);
