-- Up Migration

-- A request that its sender took back ends as rejected does, so that servers and tabs of the release before know that it
-- is over; this tells the two apart.
ALTER TABLE connection_requests ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
