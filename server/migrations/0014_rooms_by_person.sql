-- Up Migration

-- The day of a room's latest change, for lists of a person's rooms. The instant itself is in no index: it changes with
-- every message, and each would then write into all indexes of the table. The day changes them once a day.
-- Adding it writes the table anew, in some ten seconds for a million rooms, in which chats wait.
ALTER TABLE chat_rooms
  ADD COLUMN IF NOT EXISTS active_on date GENERATED ALWAYS AS ((updated_at AT TIME ZONE 'UTC')::date) STORED;

-- A person is the first or the second of a room's two.
CREATE INDEX IF NOT EXISTS chat_rooms_of_first ON chat_rooms ((participant_ids[1]), active_on DESC);
CREATE INDEX IF NOT EXISTS chat_rooms_of_second ON chat_rooms ((participant_ids[2]), active_on DESC);
