-- Up Migration

-- The refunds are read once, to see that they keep to the check of 0064. Reads and writes continue meanwhile.
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_share_within;
