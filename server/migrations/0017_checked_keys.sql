-- Up Migration

-- Each table is read once, to see that its rows keep to the keys of 0016. Whoever reads and writes goes on meanwhile; only
-- what alters these tables waits.

ALTER TABLE room_members VALIDATE CONSTRAINT room_members_room_id_fkey;
ALTER TABLE room_members VALIDATE CONSTRAINT room_members_user_id_fkey;
ALTER TABLE chat_messages VALIDATE CONSTRAINT chat_messages_room_id_sender_id_fkey;
ALTER TABLE chat_files VALIDATE CONSTRAINT chat_files_room_id_seq_fkey;
ALTER TABLE payment_requests VALIDATE CONSTRAINT payment_requests_room_id_seller_id_fkey;
ALTER TABLE payment_requests VALIDATE CONSTRAINT payment_requests_room_id_buyer_id_fkey;
ALTER TABLE payment_requests VALIDATE CONSTRAINT payment_requests_room_id_seq_fkey;
