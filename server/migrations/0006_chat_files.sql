-- Up Migration

-- The file of a message. It is kept in the file storage under chat_rooms/{room_id}/files/{stored_name}; an image has a
-- small one beside it, under chat_rooms/{room_id}/thumbnails/{stored_name}.
CREATE TABLE chat_files (
  room_id uuid NOT NULL,
  seq integer NOT NULL,
  stored_name text NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  -- Of an image (pixels): what has them has a thumbnail.
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- Those of the message, for counting how many somebody sent of late.
  sender_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (room_id, seq),
  FOREIGN KEY (room_id, seq) REFERENCES chat_messages (room_id, seq) ON DELETE CASCADE,
  CONSTRAINT chat_files_stored_once UNIQUE (room_id, stored_name),
  CONSTRAINT chat_files_image CHECK ((width IS NULL) = (height IS NULL))
);
CREATE INDEX chat_files_sent_of_late ON chat_files (sender_id, created_at);

-- Uploads that are under way. The row is there before the file is stored, and goes in the transaction that makes the
-- message: what an upload left behind that was killed in between can be found here, and removed.
CREATE TABLE pending_uploads (
  room_id uuid NOT NULL,
  stored_name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (room_id, stored_name)
);
CREATE INDEX pending_uploads_oldest ON pending_uploads (created_at);
