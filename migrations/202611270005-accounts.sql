-- compatible: no

-- Users, their credentials and their personal data.

-- Storage key of the avatar behind a URL.
create function avatar_key(url text) returns text language sql immutable parallel safe as $$
  select substring(url from '/(media/avatars/[^/]+/[^/]+)$')
$$;

create table users (
  id                 text primary key,
  email              text not null,
  name               text not null,
  role               text not null check (role in ('BUYER', 'SELLER', 'ADMIN')),
  password_hash      text,
  phone              text,
  avatar             text,
  email_verified     boolean not null default false,
  phone_verified     boolean not null default false,
  language           text not null default 'en',
  currency           text not null default 'EUR',
  country            text,
  status             text not null default 'active' check (status in ('active', 'suspended', 'erased')),
  suspended_reason   text,
  -- For the account's API keys: allowed addresses, and whether requests must be signed.
  ip_restriction     boolean not null default false,
  allowed_addresses  text[] not null default '{}',
  require_signature  boolean not null default false,
  last_seen_at       timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  -- When the suspension ends automatically; null: until an administrator ends it.
  suspended_until    timestamptz
);
-- Email addresses are compared case-insensitively.
create unique index users_email_key on users (lower(email));
create index users_created_idx on users (created_at desc, id desc);
create index users_role_created_idx on users (role, created_at desc, id desc);
create index users_status_created_idx on users (status, created_at desc, id desc) where status <> 'active';
create index users_email_text_idx on users using gin (lower(email) gin_trgm_ops) with (gin_pending_list_limit = 128);
create index users_name_text_idx on users using gin (lower(name) gin_trgm_ops) with (gin_pending_list_limit = 128);
create index users_by_avatar on users (avatar_key(avatar)) where avatar is not null;
create index users_by_end_of_suspension on users (suspended_until, id) where suspended_until is not null;

-- A stream opened with an API key ends with the key, or when new restrictions of the account exclude it.
create function announce_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_access', new.id);
  return null;
end
$$;
create trigger users_announce_access
  after update of status, ip_restriction, allowed_addresses, require_signature on users
  for each row when (
    (old.status, old.ip_restriction, old.allowed_addresses, old.require_signature)
    is distinct from (new.status, new.ip_restriction, new.allowed_addresses, new.require_signature)
  ) execute function announce_account_change();

-- When a user comes back after two minutes or more, all processes are notified, whichever of them got the request.
-- The payload is the user's ID and that of the team's seller.
create function announce_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_presence', concat_ws(' ', new.id, (select seller_id from team_members where user_id = new.id)));
  return null;
end
$$;
create trigger users_announce_presence after update of last_seen_at on users
  for each row when (new.last_seen_at > coalesce(old.last_seen_at, '-infinity') + interval '2 minutes')
  execute function announce_presence();

-- An avatar that is no longer in use is deleted, as a logo is.
create function release_avatar_file() returns trigger language plpgsql as $$
declare
  before text := avatar_key(old.avatar);
begin
  if before is not null and (tg_op = 'DELETE' or before is distinct from avatar_key(new.avatar)) then
    insert into file_removals (key, remove_after) values (before, '-infinity')
    on conflict (key) do update set remove_after = excluded.remove_after;
  end if;
  return null;
end
$$;
create trigger users_release_avatar after update of avatar or delete on users
  for each row when (old.avatar is not null) execute function release_avatar_file();

create table sessions (
  id               text primary key,
  user_id          text not null references users (id) on delete cascade,
  user_agent       text,
  ip               text,
  created_at       timestamptz not null,
  last_used_at     timestamptz not null,
  -- Not extended by the rotation of refresh tokens.
  expires_at       timestamptz not null,
  ended_at         timestamptz,
  end_reason       text,
  -- Hash of the secret in a browser's cookie; null for sessions with refresh tokens.
  cookie_hash      bytea,
  -- The user whose view an administrator's session shows, and until when.
  viewing_user_id  text references users (id),
  viewing_until    timestamptz,
  constraint sessions_view_has_end check ((viewing_user_id is null) = (viewing_until is null))
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_end on sessions (ended_at) where ended_at is not null;
create unique index sessions_by_cookie on sessions (cookie_hash) where cookie_hash is not null;
create index sessions_viewing on sessions (viewing_user_id) where viewing_user_id is not null;

-- In every process, streams end immediately with the session, account or team membership that opened them.
create function announce_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_access', coalesce(new.user_id, old.user_id));
  return null;
end
$$;
create trigger sessions_announce_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function announce_access_change();

create table refresh_tokens (
  token_hash   bytea primary key,
  session_id   text not null references sessions (id) on delete cascade,
  parent_hash  bytea,
  created_at   timestamptz not null,
  used_at      timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);
-- A session can live for a year; a refresh token is purged once it can no longer be used.
create index refresh_tokens_by_age on refresh_tokens (created_at);

-- Tickets in the URLs of event streams, because browsers cannot send headers with these. Short-lived, for one use.
create table stream_tickets (
  ticket_hash  bytea primary key,
  session_id   text not null references sessions (id) on delete cascade,
  expires_at   timestamptz not null
);
create index stream_tickets_by_session on stream_tickets (session_id);
create index stream_tickets_by_expiry on stream_tickets (expires_at);

-- Failed sign-ins by account and source (a network, a known device or a session), both as keyed hashes. The account
-- may not exist. The empty source counts all unknown sources together.
create table sign_in_failures (
  account_hash    bytea not null,
  source_hash     bytea not null,
  failures        integer not null,
  window_ends_at  timestamptz not null,
  primary key (account_hash, source_hash)
);
create index sign_in_failures_by_age on sign_in_failures (window_ends_at);

create table verification_codes (
  user_id       text primary key references users (id) on delete cascade,
  code_hash     bytea not null,
  tries         integer not null default 0,
  expires_at    timestamptz not null,
  created_at    timestamptz not null,
  -- Number of codes issued, and since when: each new code allows five more attempts.
  issued        integer not null default 1,
  issued_since  timestamptz
);
create index verification_codes_by_expiry on verification_codes (expires_at);

-- New email addresses, until the user enters the code sent there.
create table email_changes (
  user_id       text primary key references users (id) on delete cascade,
  email         text not null,
  code_hash     bytea not null,
  tries         integer not null default 0,
  expires_at    timestamptz not null,
  issued        integer not null default 1,
  issued_since  timestamptz not null
);
create index email_changes_by_expiry on email_changes (expires_at);

-- Phone numbers to verify, until the user enters the code sent there.
create table phone_codes (
  user_id       text primary key references users (id) on delete cascade,
  phone         text not null,
  code_hash     bytea not null,
  tries         integer not null default 0,
  expires_at    timestamptz not null,
  issued        integer not null default 1,
  issued_since  timestamptz not null
);
create index phone_codes_by_expiry on phone_codes (expires_at);

create table password_resets (
  token_hash  bytea primary key,
  user_id     text not null references users (id) on delete cascade,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  created_at  timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_expiry on password_resets (expires_at);

create table api_keys (
  id              text primary key,
  user_id         text not null references users (id) on delete cascade,
  name            text not null,
  scopes          text[] not null,
  prefix          text not null,
  environment     text not null check (environment in ('live', 'test')),
  key_hash        bytea not null,
  -- Encrypted, not hashed: checking a signature needs the secret itself.
  signing_secret  bytea not null,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  -- The key that replaces it; the old key works until its grace period ends (expires_at).
  replaced_by     text,
  last_used_at    timestamptz,
  last_used_ip    text,
  created_at      timestamptz not null
);
create unique index api_keys_hash_key on api_keys (key_hash);
create index api_keys_by_user on api_keys (user_id, created_at);
create index api_keys_by_revocation on api_keys (revoked_at) where revoked_at is not null;
-- Replaced keys, for the purge.
create index api_keys_by_replacement on api_keys (expires_at) where replaced_by is not null;
create trigger api_keys_announce_end after update of revoked_at, expires_at on api_keys
  for each row when (
    (old.revoked_at, old.expires_at) is distinct from (new.revoked_at, new.expires_at)
  ) execute function announce_access_change();

-- Signatures of write requests, so that a replay is rejected while its timestamp is still valid.
create table seen_signatures (
  key_id     text not null,
  signature  bytea not null,
  seen_at    timestamptz not null,
  -- A signature that was first used with a read request is valid for other read requests only.
  wrote      boolean not null default true,
  primary key (key_id, signature)
);
create index seen_signatures_by_age on seen_signatures (seen_at);

-- Bytes of documents uploaded with registrations, by network (a keyed hash) and day (UTC).
create table registration_bytes (
  day           date not null,
  network_hash  bytea not null,
  bytes         bigint not null,
  primary key (day, network_hash)
);

-- Personal data exports of large accounts. A job builds them piece by piece; they are kept here until they are
-- downloaded.
create table account_exports (
  id            text primary key,
  user_id       text not null unique references users (id) on delete cascade,
  requested_at  timestamptz not null,
  finished_at   timestamptz,
  rows          bigint not null default 0,
  -- Administrators who requested the export and can therefore download it.
  ordered_by    text[] not null default '{}'
);
create index account_exports_by_time on account_exports (requested_at);
create index account_exports_by_end on account_exports (finished_at) where finished_at is not null;

create table account_export_parts (
  export_id  text not null references account_exports (id) on delete cascade,
  number     integer not null,
  -- Compressed JSON.
  content    bytea not null,
  primary key (export_id, number)
);
