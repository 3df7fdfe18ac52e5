-- Up Migration

-- What one browser of a person has yet to be told, whose push service did not take it, while another browser of theirs was told.
CREATE TABLE owed_pushes (
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  delivery_id uuid NOT NULL REFERENCES notification_deliveries (id) ON DELETE CASCADE,
  -- When it is tried again; later, while one server is at it.
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (subscription_id, delivery_id)
);
CREATE INDEX owed_pushes_due ON owed_pushes (due_at);
CREATE INDEX owed_pushes_of_delivery ON owed_pushes (delivery_id);

-- Mails and pushes are taken apart, so that a push service that is slow delays no mail.
CREATE INDEX notification_deliveries_due_by_channel ON notification_deliveries (channel, due_at) WHERE ended_at IS NULL;
