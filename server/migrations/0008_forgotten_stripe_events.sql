-- Up Migration

-- Events that are so old that Stripe does not send them again are forgotten, the oldest first. On a large table make the
-- index beforehand with CREATE INDEX CONCURRENTLY: here it is then there already.
CREATE INDEX IF NOT EXISTS stripe_events_oldest ON stripe_events (received_at);
