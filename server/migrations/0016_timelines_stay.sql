-- Up Migration

-- What somebody wrote belongs to the room, and half of it is the other person's: no message goes with its writer, and no
-- place of a room is ever left empty. An account is closed; the rows of whoever takes part in a room cannot be removed.
-- The keys hold for new rows at once. That those which are there keep to them, as they do, is seen to in the next migration:
-- here it would be with the tables locked against everybody.

-- In the order in which sending takes them, so that neither waits for the other.
LOCK TABLE chat_rooms IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE chat_messages, room_members, chat_files, payment_requests IN ACCESS EXCLUSIVE MODE;

-- No release removes these rows.
ALTER TABLE room_members
  DROP CONSTRAINT room_members_room_id_fkey,
  ADD CONSTRAINT room_members_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_rooms (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE room_members
  DROP CONSTRAINT room_members_user_id_fkey,
  ADD CONSTRAINT room_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles (id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE chat_messages
  DROP CONSTRAINT chat_messages_room_id_sender_id_fkey,
  ADD CONSTRAINT chat_messages_room_id_sender_id_fkey FOREIGN KEY (room_id, sender_id) REFERENCES room_members (room_id, user_id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE chat_files
  DROP CONSTRAINT chat_files_room_id_seq_fkey,
  ADD CONSTRAINT chat_files_room_id_seq_fkey FOREIGN KEY (room_id, seq) REFERENCES chat_messages (room_id, seq) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE payment_requests
  DROP CONSTRAINT payment_requests_room_id_seller_id_fkey,
  ADD CONSTRAINT payment_requests_room_id_seller_id_fkey FOREIGN KEY (room_id, seller_id) REFERENCES room_members (room_id, user_id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE payment_requests
  DROP CONSTRAINT payment_requests_room_id_buyer_id_fkey,
  ADD CONSTRAINT payment_requests_room_id_buyer_id_fkey FOREIGN KEY (room_id, buyer_id) REFERENCES room_members (room_id, user_id) ON DELETE RESTRICT NOT VALID;
-- No release removes these rows.
ALTER TABLE payment_requests
  DROP CONSTRAINT payment_requests_room_id_seq_fkey,
  ADD CONSTRAINT payment_requests_room_id_seq_fkey FOREIGN KEY (room_id, seq) REFERENCES chat_messages (room_id, seq) ON DELETE RESTRICT NOT VALID;

-- What was stored is being removed: no message can be made of it any more. The note goes once nothing is left.
ALTER TABLE pending_uploads ADD COLUMN removing boolean NOT NULL DEFAULT false;
