-- Up Migration

-- Removing a person clears them from the rooms that they asked for: without this every room is read for it. On a large
-- table make the index beforehand with CREATE INDEX CONCURRENTLY: here it is then there already.
CREATE INDEX IF NOT EXISTS chat_rooms_requester ON chat_rooms (requester_id);
