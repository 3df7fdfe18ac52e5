-- Up Migration

-- Appointment that the message proposes, as the contract has it. Servers of the release before show its English text.
ALTER TABLE chat_messages ADD COLUMN appointment jsonb;

-- Accepted appointments whose people are still to be reminded.
CREATE TABLE appointment_reminders (
  room_id uuid NOT NULL,
  seq integer NOT NULL,
  remind_at timestamptz(3) NOT NULL,
  PRIMARY KEY (room_id, seq),
  FOREIGN KEY (room_id, seq) REFERENCES chat_messages ON DELETE CASCADE
);
CREATE INDEX appointment_reminders_due ON appointment_reminders (remind_at);
