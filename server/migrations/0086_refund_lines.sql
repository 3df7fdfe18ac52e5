-- Up Migration

-- Step of a refund: the server stores it as a message that answers its payment request. Servers of the release before
-- show its English text.
ALTER TABLE chat_messages ADD COLUMN refund_event jsonb;
