-- Up Migration

-- Constant defaults rewrite no row. Servers of the release before show a deleted message as removed by a moderator.
ALTER TABLE chat_messages
  ADD COLUMN edited boolean NOT NULL DEFAULT false,
  ADD COLUMN deleted boolean NOT NULL DEFAULT false;

-- No text returns to a deleted message, even when a server of the release before undoes a moderator's decision.
CREATE FUNCTION keep_deleted_message_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.deleted := true;
  NEW.content := ' ';
  RETURN NEW;
END $$;
CREATE TRIGGER keep_deleted_empty BEFORE UPDATE ON chat_messages
  FOR EACH ROW WHEN (OLD.deleted) EXECUTE FUNCTION keep_deleted_message_empty();

-- Deleted by the sender: no decision restores it, and it is erased after 30 days.
ALTER TABLE removed_messages ADD COLUMN by_sender boolean NOT NULL DEFAULT false;
CREATE INDEX removed_messages_by_sender ON removed_messages (removed_at) WHERE by_sender;

-- Deletions that lowered unread_count. A mark that counted messages before one of them starts again.
ALTER TABLE room_members ADD COLUMN unread_deletions integer NOT NULL DEFAULT 0;

-- Earlier texts of edited messages. changed_seq numbers the edit that replaced them.
CREATE TABLE message_versions (
  room_id uuid NOT NULL,
  seq integer NOT NULL,
  changed_seq integer NOT NULL,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 2000),
  replaced_at timestamptz(3) NOT NULL,
  PRIMARY KEY (room_id, seq, changed_seq),
  FOREIGN KEY (room_id, seq) REFERENCES chat_messages (room_id, seq) ON DELETE CASCADE
);
