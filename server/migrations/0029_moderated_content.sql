-- Up Migration

-- What a decision took out of its message, so that undoing it can put it back. It lies apart from what rooms, lists, mails and
-- downloads read: those need not know of it, nor do servers of the release before. The message keeps its place and has a single
-- space for a text, which nobody can send.
CREATE TABLE removed_messages (
  room_id uuid NOT NULL,
  seq integer NOT NULL,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 2000),
  -- The row of chat_files that the message had. The storage still has the file.
  file jsonb,
  removed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (room_id, seq),
  FOREIGN KEY (room_id, seq) REFERENCES chat_messages (room_id, seq) ON DELETE CASCADE
);

-- A profile that a decision hides is private for as long as it is hidden. What lists public profiles, and its indexes, need not
-- know of it.
ALTER TABLE profiles
  ADD COLUMN hidden_at timestamptz(3),
  -- What is_public is to be once it is shown again; null while it is not hidden.
  ADD COLUMN public_once_shown boolean;

-- Servers of the release before let its owner make it public.
CREATE FUNCTION keep_hidden_profile_private() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_public := false;
  NEW.public_once_shown := true;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_hidden_private BEFORE INSERT OR UPDATE ON profiles
  FOR EACH ROW WHEN (NEW.hidden_at IS NOT NULL AND NEW.is_public) EXECUTE FUNCTION keep_hidden_profile_private();
