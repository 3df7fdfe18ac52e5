-- Up Migration

-- Position of the message that this one answers, in the same room. Positions have no gaps: an earlier one exists.
ALTER TABLE chat_messages ADD COLUMN reply_to integer;

-- Reactions by person: at most one each. Servers of the release before do not read them.
ALTER TABLE chat_messages ADD COLUMN reactions jsonb;
