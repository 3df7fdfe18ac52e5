-- Up Migration

-- Who may run the site, beside using it. An account that has a role is not removed before the role is taken away, so that
-- no role ends without a row of the audit log.
CREATE TABLE operator_roles (
  user_id uuid PRIMARY KEY REFERENCES "user" (id),
  role text NOT NULL CHECK (role IN ('owner', 'moderator', 'viewer')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- What operators did. Ids and states alone: no rule of erasure ever asks to change a row. The ids refer to nothing, as rows
-- outlive what they are about.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null where it was the command of whoever runs the server.
  actor_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z]+(_[a-z]+)*$' AND length(action) <= 40),
  subject_kind text NOT NULL CHECK (subject_kind ~ '^[a-z]+(_[a-z]+)*$' AND length(subject_kind) <= 40),
  subject_id uuid NOT NULL,
  -- Null where there was, or is, nothing.
  state_before text CHECK (state_before ~ '^[a-z]+(_[a-z]+)*$' AND length(state_before) <= 40),
  state_after text CHECK (state_after ~ '^[a-z]+(_[a-z]+)*$' AND length(state_after) <= 40)
);
CREATE INDEX audit_log_of_subject ON audit_log (subject_id, id);
CREATE INDEX audit_log_of_actor ON audit_log (actor_id, id);

CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of audit_log are added, never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
-- Also in a session that switches ordinary triggers off, as a restore does.
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_only_grows;
