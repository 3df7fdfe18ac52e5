-- Up Migration

-- The site's own pages. The draft is what an owner saved last; without one it is what was published last, or the text that comes
-- with the software. The revision rises with every change, so that of two owners who save at once the second is told.
CREATE TABLE site_pages (
  page text PRIMARY KEY CHECK (page IN ('terms', 'privacy', 'imprint', 'rules', 'contact')),
  revision bigint NOT NULL DEFAULT 0,
  draft_en text,
  draft_nl text CHECK ((draft_nl IS NULL) = (draft_en IS NULL))
);
INSERT INTO site_pages (page) VALUES ('terms'), ('privacy'), ('imprint'), ('rules'), ('contact');

-- What was published, in both languages at once: people accept a version, not a translation. No row ever changes.
CREATE TABLE page_versions (
  page text NOT NULL REFERENCES site_pages (page),
  version integer NOT NULL CHECK (version > 0),
  en text NOT NULL CHECK (en <> ''),
  nl text NOT NULL CHECK (nl <> ''),
  -- Whether people who accepted an earlier version are asked to accept this one.
  asks_again boolean NOT NULL CHECK (NOT asks_again OR page = 'terms'),
  published_at timestamptz(3) NOT NULL DEFAULT now(),
  published_by uuid REFERENCES "user" (id) ON DELETE SET NULL,
  PRIMARY KEY (page, version)
);
CREATE FUNCTION keep_page_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published version of a page does not change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER page_versions_kept BEFORE UPDATE OF page, version, en, nl, asks_again, published_at ON page_versions
  FOR EACH ROW EXECUTE FUNCTION keep_page_version();

-- Which version of the terms an account accepted last; beside the account, so that signing up writes it with the same statement.
ALTER TABLE "user" ADD COLUMN accepted_terms integer CHECK (accepted_terms > 0);

-- Every acceptance, with its time: written by the database in the transaction that changes the account.
CREATE TABLE terms_acceptances (
  account_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  accepted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, version)
);
CREATE FUNCTION note_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO terms_acceptances (account_id, version) VALUES (NEW.id, NEW.accepted_terms) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER acceptances_noted AFTER INSERT OR UPDATE OF accepted_terms ON "user"
  FOR EACH ROW WHEN (NEW.accepted_terms IS NOT NULL) EXECUTE FUNCTION note_acceptance();
