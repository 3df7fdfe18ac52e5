-- Up Migration

-- Counts the people who paid a seller. On a large database make it beforehand, with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS payment_requests_of_payers ON payment_requests (seller_id, buyer_id) WHERE status = 'completed';
