-- Up Migration

-- A room's second counter: its changes to messages that were there already, 1, 2, 3 … without gaps, as a payment request
-- that is decided. It is raised under the room's row lock, as places are given. Each changed message remembers its latest
-- change, so that whoever knows a room up to a change reads what follows on one index.
ALTER TABLE chat_rooms ADD COLUMN change_seq integer NOT NULL DEFAULT 0 CHECK (change_seq >= 0);

-- On a large table add this column and make this index beforehand, with CREATE INDEX CONCURRENTLY: they are then
-- there already.
ALTER TABLE chat_messages ADD COLUMN IF NOT EXISTS changed_seq integer;
CREATE INDEX IF NOT EXISTS chat_messages_changed ON chat_messages (room_id, changed_seq)
  WHERE changed_seq IS NOT NULL;
