-- Up Migration

-- Words of messages and file names, 64 positions of a room in each row: searches write them (decision 157). `words` have
-- spaces between them; bit n of a word's mask is set when the message at position n, from 0 on, has the word. `times`
-- are creation times, but never decrease, so that the newest hit is the last. Rows stay in the table, uncompressed, up
-- to 8160 bytes.
CREATE TABLE message_words (
  room_id uuid NOT NULL REFERENCES chat_rooms (id) ON DELETE CASCADE,
  block integer NOT NULL,
  times timestamptz(3)[] NOT NULL,
  words text NOT NULL,
  masks bigint[] NOT NULL,
  PRIMARY KEY (room_id, block)
) WITH (toast_tuple_target = 8160);
ALTER TABLE message_words ALTER COLUMN times SET STORAGE EXTERNAL,
  ALTER COLUMN words SET STORAGE EXTERNAL, ALTER COLUMN masks SET STORAGE EXTERNAL;

-- The folded words of a message, separated by spaces: amounts are found without the sign of their currency.
CREATE FUNCTION split_message(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(translate(split_words(input), '€', ' '));

-- State of a room up to which message_words is complete. Its row's lock orders the writers of message_words.
CREATE TABLE searched_rooms (
  room_id uuid PRIMARY KEY REFERENCES chat_rooms (id) ON DELETE CASCADE,
  last_seq integer NOT NULL DEFAULT 0,
  change_seq integer NOT NULL DEFAULT 0
);

-- Removes the words of an edited, deleted or removed text. The next search writes the block again, because the change has a number.
CREATE FUNCTION forget_message_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_words WHERE room_id = NEW.room_id AND block = (NEW.seq - 1) / 64;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_words AFTER UPDATE OF content ON chat_messages
  FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION forget_message_words();
