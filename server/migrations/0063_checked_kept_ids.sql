-- Up Migration

-- Both tables are read once, to see that their rows keep to the keys of 0062. Whoever reads and writes goes on meanwhile.

ALTER TABLE stripe_links VALIDATE CONSTRAINT stripe_links_user_id_fkey;
ALTER TABLE seller_states VALIDATE CONSTRAINT seller_states_stripe_id_fkey;
