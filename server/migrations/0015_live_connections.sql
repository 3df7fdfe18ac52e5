-- Up Migration

-- The sessions that were ended of late, however that was done, so that every server can cut their live connections
-- without looking all of its sessions up. Rows are forgotten after a day.
CREATE TABLE ended_sessions (
  -- Whoever has seen all that was committed before a transaction looks at what came from it on.
  transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  session_id uuid NOT NULL,
  ended_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (transaction_id, session_id)
);

CREATE FUNCTION note_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_sessions (session_id) SELECT id FROM ended ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER session_ended AFTER DELETE ON session
  REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION note_ended_sessions();

-- When somebody last marked messages as read: the tabs of both are told of it live, and may miss it. Without an index, so
-- that a mark stays one short write.
ALTER TABLE room_members ADD COLUMN read_at timestamptz(3);
