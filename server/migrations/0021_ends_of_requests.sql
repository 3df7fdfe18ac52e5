-- Up Migration

-- Requests end by themselves, and tell how they ended. Those from before get their 14 days, and what they wait for before
-- the next, from here on.
ALTER TABLE connection_requests
  ADD COLUMN ended_by text CHECK (ended_by IN ('receiver', 'withdrawn', 'expired', 'blocked')),
  ADD COLUMN rejection_reason text CHECK (rejection_reason IN ('no_time', 'not_my_field', 'other')),
  ADD COLUMN expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '14 days',
  ADD COLUMN ended_at timestamptz(3),
  ADD COLUMN reminders smallint NOT NULL DEFAULT 0;

-- Servers of the release before know `withdrawn` alone, and write it: for them whatever its receiver did not end was
-- withdrawn. This keeps both the same, whoever writes, and notes when a request ended.
CREATE FUNCTION note_end_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'rejected' THEN
    RETURN NEW;
  END IF;
  NEW.ended_by := coalesce(NEW.ended_by, CASE WHEN NEW.withdrawn THEN 'withdrawn' ELSE 'receiver' END);
  NEW.withdrawn := NEW.ended_by <> 'receiver';
  IF TG_OP = 'INSERT' OR OLD.status = 'pending' THEN
    NEW.ended_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER note_end BEFORE INSERT OR UPDATE ON connection_requests
  FOR EACH ROW EXECUTE FUNCTION note_end_of_request();

UPDATE connection_requests
  SET ended_by = CASE WHEN withdrawn THEN 'withdrawn' ELSE 'receiver' END, ended_at = now()
  WHERE status = 'rejected';
-- Kept by a trigger: note_end.
ALTER TABLE connection_requests
  ADD CONSTRAINT connection_requests_ended_by CHECK ((status = 'rejected') = (ended_by IS NOT NULL)),
  ADD CONSTRAINT connection_requests_withdrawn CHECK (withdrawn = (ended_by IS NOT NULL AND ended_by <> 'receiver')),
  ADD CONSTRAINT connection_requests_reason CHECK (rejection_reason IS NULL OR ended_by = 'receiver');

-- For what is due alone: a query that says nothing of reminders must not read everybody's pending requests by it.
CREATE INDEX connection_requests_due ON connection_requests (reminders, expires_at)
  WHERE status = 'pending' AND reminders >= 0;
