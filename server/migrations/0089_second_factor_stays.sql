-- Up Migration

-- Two tabs: one begins to set up a second factor, the other turns it on. A key that is in use is not replaced.
CREATE FUNCTION keep_verified_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the second factor of % is on', OLD.user_id USING ERRCODE = 'check_violation', CONSTRAINT = 'two_factor_kept';
END $$;
CREATE TRIGGER two_factor_kept BEFORE UPDATE ON two_factor FOR EACH ROW
  WHEN (OLD.verified AND NOT NEW.verified) EXECUTE FUNCTION keep_verified_factor();
