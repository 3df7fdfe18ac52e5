-- Up Migration

-- Who keeps whom away. It works both ways, and only who blocked sees it.
CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked_id, blocker_id);

-- Two people whose pending payment requests are to be cancelled. A row is written with what ends their contact, and goes
-- once the payment provider has heard of all of them: what cannot be done at once is done by a sweep.
CREATE TABLE payment_cancellations (
  one_id uuid NOT NULL,
  other_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (one_id, other_id),
  CHECK (one_id < other_id)
);
