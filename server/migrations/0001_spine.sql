-- Up Migration

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The database's twin of the contract's foldForSearch: lower case, without combining marks (which can leave
-- two spaces behind), one form of sigma. What it is given has no other white space within a line.
CREATE FUNCTION fold_for_search(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(replace(lower(
    regexp_replace(normalize(input, NFD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')
  ), 'ς', 'σ'), ' +', ' ', 'g'));

-- Sign-in (shape prescribed by better-auth) --------------------------------------------------------

CREATE TABLE "user" (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND char_length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX session_user_id ON session (user_id);

CREATE TABLE account (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX account_user_id ON account (user_id);

CREATE TABLE verification (
  id uuid PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX verification_identifier ON verification (identifier);

-- Profiles ------------------------------------------------------------------------------------------

CREATE TABLE profiles (
  id uuid PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  full_name text NOT NULL CHECK (char_length(full_name) BETWEEN 1 AND 100),
  bio text CHECK (char_length(bio) BETWEEN 1 AND 500),
  expertise_category text CHECK (expertise_category IN (
    'websites-it-software', 'writing-content', 'design-media-architecture', 'engineering-science',
    'sales-marketing', 'business-legal', 'sourcing-manufacturing', 'translation-languages',
    'trades-services', 'freight-transportation', 'education', 'health-medicine')),
  expertise_custom text CHECK (char_length(expertise_custom) BETWEEN 1 AND 100),
  profile_picture_url text,
  is_public boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A query never holds a line break, so a match cannot span the name and the category.
  search_text text NOT NULL GENERATED ALWAYS AS
    (fold_for_search(full_name || chr(10) || coalesce(expertise_custom, ''))) STORED,
  CONSTRAINT profiles_one_expertise CHECK (num_nonnulls(expertise_category, expertise_custom) = 1)
);
CREATE INDEX profiles_public_newest ON profiles (created_at DESC, id DESC) WHERE is_public;
CREATE INDEX profiles_public_category ON profiles (expertise_category, created_at DESC, id DESC) WHERE is_public;
CREATE INDEX profiles_public_search ON profiles USING gin (search_text gin_trgm_ops) WHERE is_public;

-- Waiting list --------------------------------------------------------------------------------------

CREATE TABLE waiting_list (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  full_name text NOT NULL CHECK (char_length(full_name) BETWEEN 1 AND 100),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND char_length(email) <= 254),
  category text NOT NULL,
  processed boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Connection requests -------------------------------------------------------------------------------

CREATE TABLE connection_requests (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  sender_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  receiver_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 2000),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT connection_requests_not_to_oneself CHECK (sender_id <> receiver_id)
);
CREATE UNIQUE INDEX connection_requests_one_pending ON connection_requests (sender_id, receiver_id) WHERE status = 'pending';
CREATE INDEX connection_requests_pending_newest ON connection_requests (receiver_id, created_at DESC, id DESC) WHERE status = 'pending';
CREATE INDEX connection_requests_sent ON connection_requests (sender_id, updated_at DESC, id DESC);
CREATE INDEX connection_requests_received ON connection_requests (receiver_id, updated_at DESC, id DESC);

-- Chat ----------------------------------------------------------------------------------------------

CREATE TABLE chat_rooms (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  participant_ids uuid[] NOT NULL,
  -- One request makes one room, whatever races.
  request_id uuid UNIQUE REFERENCES connection_requests (id) ON DELETE SET NULL,
  request_message text,
  requester_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  closed_at timestamptz(3),
  last_seq integer NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT chat_rooms_two_sorted CHECK (cardinality(participant_ids) = 2 AND participant_ids[1] < participant_ids[2]),
  CONSTRAINT chat_rooms_closed_at CHECK ((status = 'closed') = (closed_at IS NOT NULL))
);

CREATE TABLE room_members (
  room_id uuid NOT NULL REFERENCES chat_rooms (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  last_read_seq integer NOT NULL DEFAULT 0 CHECK (last_read_seq >= 0),
  unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
  PRIMARY KEY (room_id, user_id)
);
CREATE INDEX room_members_user_id ON room_members (user_id);

CREATE TABLE chat_messages (
  room_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  sender_id uuid NOT NULL,
  client_id uuid NOT NULL,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 2000),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (room_id, seq),
  -- The same message sent twice is one message.
  CONSTRAINT chat_messages_once UNIQUE (room_id, sender_id, client_id),
  -- Only a participant can have written it.
  FOREIGN KEY (room_id, sender_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
);
