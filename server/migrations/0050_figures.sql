-- Up Migration

-- What happened on each day of Amsterdam, so that a year is 365 rows. A day that is over is counted once and stays, also when
-- people whose deeds it counts leave; one that is not is counted again and again. Without ids, names or texts.
CREATE TABLE figures_by_day (
  day date PRIMARY KEY,
  is_over boolean NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  sign_ups integer NOT NULL CHECK (sign_ups >= 0),
  profiles integer NOT NULL CHECK (profiles >= 0),
  requests integer NOT NULL CHECK (requests >= 0),
  accepted integer NOT NULL CHECK (accepted >= 0),
  -- By the person who was asked, or by their silence.
  declined integer NOT NULL CHECK (declined >= 0),
  first_answers integer NOT NULL CHECK (first_answers >= 0),
  -- How many of those took how long, by logarithmic bucket: medians of many days are made of the sum.
  answer_times jsonb NOT NULL,
  paid integer NOT NULL CHECK (paid >= 0),
  -- In cents.
  volume bigint NOT NULL CHECK (volume >= 0),
  refunded bigint NOT NULL CHECK (refunded >= 0),
  reports integer NOT NULL CHECK (reports >= 0),
  -- Null where they were forgotten before the day was counted.
  mails integer CHECK (mails >= 0),
  pushes integer CHECK (pushes >= 0)
);

-- How often pages were opened, by kind of page. Servers add to it every few seconds.
CREATE TABLE visits_by_day (
  day date NOT NULL,
  page text NOT NULL CHECK (page ~ '^[a-z_]{1,40}$'),
  visits bigint NOT NULL CHECK (visits > 0),
  PRIMARY KEY (day, page)
);

-- A day is found in what it is counted from by these. On large tables make them beforehand, with CREATE INDEX CONCURRENTLY:
-- here they are then there already.
CREATE INDEX IF NOT EXISTS user_by_time ON "user" (created_at);
CREATE INDEX IF NOT EXISTS profiles_by_time ON profiles (created_at);
CREATE INDEX IF NOT EXISTS connection_requests_by_time ON connection_requests (created_at);
CREATE INDEX IF NOT EXISTS connection_requests_declined_by_time ON connection_requests (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS chat_rooms_by_time ON chat_rooms (created_at);
CREATE INDEX IF NOT EXISTS payment_requests_paid_by_time ON payment_requests (updated_at) WHERE status = 'completed';
CREATE INDEX IF NOT EXISTS refunds_done_by_time ON refunds (updated_at) WHERE status = 'succeeded';
CREATE INDEX IF NOT EXISTS reports_by_time ON reports (created_at);
