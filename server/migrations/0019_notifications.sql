-- Up Migration

-- What happened, told to one person. A row is written in the transaction of what happened; notifications and deliveries
-- are made from it afterwards, at once or by a sweep. It holds ids, amounts and states, and no names or texts.
CREATE TABLE domain_events (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL,
  -- The request, room or payment request that it is about; of a seller's account, an id of this occasion.
  subject_id uuid NOT NULL,
  room_id uuid,
  actor_id uuid,
  recipient_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  amount integer,
  currency text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  handled_at timestamptz(3),
  UNIQUE (recipient_id, kind, subject_id)
);
CREATE INDEX domain_events_unhandled ON domain_events (created_at) WHERE handled_at IS NULL;

-- The entries of the bell.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  room_id uuid,
  actor_id uuid,
  amount integer,
  currency text,
  created_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3),
  read_at timestamptz(3),
  UNIQUE (user_id, kind, subject_id)
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;

-- What a person has chosen. Who has chosen nothing has no row, or one with the language alone.
CREATE TABLE notification_settings (
  user_id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  language text NOT NULL,
  time_zone text,
  -- Minutes after midnight in that time zone; both or neither.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439),
  previews boolean NOT NULL DEFAULT false,
  mail_off text[] NOT NULL DEFAULT '{}',
  push_off text[] NOT NULL DEFAULT '{}',
  -- An address that a mail server refused for good: nothing is sent there any more.
  bounced_email text,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
  CHECK (quiet_from <> quiet_until),
  CHECK (quiet_from IS NULL OR time_zone IS NOT NULL)
);

-- What is to be sent outside. The id is what mail programs and push services recognise a second copy by: it is the same at
-- every try. One subject is sent once to a person over a channel; of a room's messages, once up to a place.
CREATE TABLE notification_deliveries (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('mail', 'push')),
  -- A kind of notification; 'messages', of which the subject is the room for a push and the person for a mail; or
  -- 'digest', of which it is the person.
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  -- Of a room's messages: the last place that it tells of. Of a mail about messages, and of a digest: when it was made
  -- (ms since 1970). 0 otherwise.
  up_to bigint NOT NULL DEFAULT 0,
  -- 'infinity' while quiet hours hold it back: a digest takes it along.
  due_at timestamptz(3) NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- Until then one server is at it; a server that was killed leaves it to the next.
  claimed_until timestamptz(3),
  -- When it was sent, or found to be of no use any more.
  ended_at timestamptz(3),
  outcome text CHECK (outcome IN ('sent', 'seen', 'switched_off', 'unconfirmed', 'bounced', 'no_subscription', 'given_up')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  UNIQUE (user_id, channel, kind, subject_id, up_to)
);
-- Of messages, and of what quiet hours held back, one at a time is on its way to a person over a channel.
CREATE UNIQUE INDEX notification_deliveries_one_open ON notification_deliveries (user_id, channel, kind, subject_id)
  WHERE kind IN ('messages', 'digest') AND ended_at IS NULL;
CREATE INDEX notification_deliveries_due ON notification_deliveries (due_at) WHERE ended_at IS NULL;
CREATE INDEX notification_deliveries_ended ON notification_deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- When somebody's unread messages in a room are to be looked at next. What was unread before this column stays untold.
ALTER TABLE room_members ADD COLUMN notify_at timestamptz(3);
CREATE INDEX room_members_notify_at ON room_members (notify_at) WHERE notify_at IS NOT NULL;

-- How far somebody was notified of a room's messages; and whether they want to be.
CREATE TABLE room_notifications (
  room_id uuid NOT NULL,
  user_id uuid NOT NULL,
  pushed_seq integer NOT NULL DEFAULT 0,
  pushed_at timestamptz(3),
  mailed_seq integer NOT NULL DEFAULT 0,
  mailed_at timestamptz(3),
  -- How many mails told of it since its reader last opened it.
  mails integer NOT NULL DEFAULT 0,
  -- 'infinity' until it is unmuted.
  muted_until timestamptz(3),
  PRIMARY KEY (room_id, user_id),
  FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
);
CREATE INDEX room_notifications_of_person ON room_notifications (user_id);

-- The browsers that pushes are sent to. A subscription ends with the session that made it.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  -- After repeated failures nothing is sent before then.
  paused_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_of_person ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session_id);

-- The keys by which push services know this site: one pair for all servers, the private one encrypted.
CREATE TABLE push_keys (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
