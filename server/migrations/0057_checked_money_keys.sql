-- Up Migration

-- Each table is read once, to see that its rows keep to the keys of 0056. Whoever reads and writes goes on meanwhile.

ALTER TABLE refunds VALIDATE CONSTRAINT refunds_payment_request_id_fkey;
ALTER TABLE refund_requests VALIDATE CONSTRAINT refund_requests_payment_request_id_fkey;
ALTER TABLE refund_requests VALIDATE CONSTRAINT refund_requests_refund_id_fkey;
ALTER TABLE payment_attempts VALIDATE CONSTRAINT payment_attempts_payment_request_id_fkey;
ALTER TABLE disputes VALIDATE CONSTRAINT disputes_payment_request_id_fkey;
ALTER TABLE early_fraud_warnings VALIDATE CONSTRAINT early_fraud_warnings_payment_request_id_fkey;
ALTER TABLE users VALIDATE CONSTRAINT users_id_fkey;
ALTER TABLE payouts VALIDATE CONSTRAINT payouts_seller_id_fkey;
