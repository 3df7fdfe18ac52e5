-- Up Migration

-- Who may review whom: one row for each buyer and expert, made by the first completed payment between them.
CREATE TABLE review_rights (
  buyer_id uuid NOT NULL,
  expert_id uuid NOT NULL,
  -- The latest completed payment, and its time.
  payment_request_id uuid NOT NULL,
  paid_at timestamptz(3) NOT NULL,
  -- When the buyer is asked by mail; null once that is done.
  mail_due_at timestamptz(3),
  -- When the buyer closed the question in the chat.
  dismissed_at timestamptz(3),
  PRIMARY KEY (buyer_id, expert_id),
  CHECK (buyer_id <> expert_id)
);
CREATE INDEX review_rights_mail_due ON review_rights (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- Also for payments that servers of the release before complete.
CREATE FUNCTION give_review_right() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_rights (buyer_id, expert_id, payment_request_id, paid_at, mail_due_at)
    VALUES (NEW.buyer_id, NEW.seller_id, NEW.id, NEW.updated_at, NEW.updated_at + interval '1 day')
    ON CONFLICT (buyer_id, expert_id) DO UPDATE
      SET payment_request_id = excluded.payment_request_id, paid_at = excluded.paid_at;
  RETURN NULL;
END $$;
CREATE TRIGGER review_right AFTER UPDATE OF status ON payment_requests
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed' AND NEW.buyer_id <> NEW.seller_id)
  EXECUTE FUNCTION give_review_right();

-- Payments of the last 30 days, without a mail. The index payment_requests_paid_by_time finds them.
INSERT INTO review_rights (buyer_id, expert_id, payment_request_id, paid_at)
  SELECT DISTINCT ON (buyer_id, seller_id) buyer_id, seller_id, id, updated_at FROM payment_requests
  WHERE status = 'completed' AND updated_at > now() - interval '30 days' AND buyer_id <> seller_id
  ORDER BY buyer_id, seller_id, updated_at DESC
  ON CONFLICT DO NOTHING;

CREATE TABLE reviews (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  buyer_id uuid NOT NULL,
  expert_id uuid NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  content text CHECK (char_length(content) BETWEEN 1 AND 500),
  written_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Set while a decision hides it.
  removed_at timestamptz(3),
  answer text CHECK (char_length(answer) BETWEEN 1 AND 500),
  answered_at timestamptz(3),
  answer_removed_at timestamptz(3),
  CONSTRAINT reviews_one_of_pair UNIQUE (buyer_id, expert_id),
  FOREIGN KEY (buyer_id, expert_id) REFERENCES review_rights (buyer_id, expert_id) ON DELETE RESTRICT
);
CREATE INDEX reviews_of_expert ON reviews (expert_id, written_at DESC, id DESC);

-- Shown reviews of a person and the sum of their ratings, for lists of profiles.
ALTER TABLE profiles
  ADD COLUMN review_count integer NOT NULL DEFAULT 0,
  ADD COLUMN review_sum integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_shown integer := 0;
  was_rating integer := 0;
  is_shown integer := 0;
  is_rating integer := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.removed_at IS NULL THEN
    was_shown := 1;
    was_rating := OLD.rating;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.removed_at IS NULL THEN
    is_shown := 1;
    is_rating := NEW.rating;
  END IF;
  IF was_shown <> is_shown OR was_rating <> is_rating THEN
    UPDATE profiles SET review_count = review_count + is_shown - was_shown, review_sum = review_sum + is_rating - was_rating
      WHERE id = coalesce(NEW.expert_id, OLD.expert_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_count AFTER INSERT OR UPDATE OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION count_review();

-- Reviews and answers to them can be reported and removed.
-- Looser than before: servers of the release before write the others.
ALTER TABLE report_cases
  DROP CONSTRAINT report_cases_subject_kind_check,
  ADD CONSTRAINT report_cases_subject_kind_check
    CHECK (subject_kind IN ('profile', 'request', 'room', 'message', 'file', 'review', 'review_answer'));
-- Looser than before: one more kind; servers of the release before write the others.
ALTER TABLE decisions
  DROP CONSTRAINT decisions_kind_check,
  ADD CONSTRAINT decisions_kind_check CHECK (kind IN (
    'nothing', 'warn', 'hide_profile', 'remove_message', 'remove_file', 'remove_review', 'suspend', 'ban', 'undo', 'uphold'
  ));
-- Looser than before: one more kind; servers of the release before write the others.
ALTER TABLE statements
  DROP CONSTRAINT statements_kind_check,
  ADD CONSTRAINT statements_kind_check CHECK (kind IN (
    'warn', 'hide_profile', 'remove_message', 'remove_file', 'remove_review', 'suspend', 'ban', 'undo', 'uphold'
  ));
