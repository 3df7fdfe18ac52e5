-- Up Migration

-- How often something was tried within a window of time. Keys are hashes: nobody's address can be read here.
-- Name and order of the columns are prescribed by rate-limiter-flexible.
CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- Milliseconds since 1970.
  expire bigint
);
CREATE INDEX rate_limits_expire ON rate_limits (expire);

-- Browsers in which a person has logged in before. Only the SHA-256 of what the browser keeps is stored.
CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  device_hash text NOT NULL,
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX known_devices_device_hash ON known_devices (device_hash);
CREATE INDEX known_devices_used_at ON known_devices (used_at);
