-- compatible: no

-- People, the sellers that they belong to, and what they sign in with.

create table users (
  id                   text primary key,
  email                text not null,
  name                 text not null,
  role                 text not null check (role in ('BUYER', 'SELLER', 'ADMIN')),
  password_hash        text,
  phone                text,
  avatar               text,
  email_verified       boolean not null default false,
  phone_verified       boolean not null default false,
  language             text not null default 'en',
  currency             text not null default 'EUR',
  country              text,
  status               text not null default 'active' check (status in ('active', 'suspended', 'erased')),
  suspended_reason     text,
  -- API keys: Settings, API, Security
  ip_restriction       boolean not null default false,
  allowed_addresses    text[] not null default '{}',
  require_signature    boolean not null default false,
  last_seen_at         timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz not null
);
-- Addresses are compared without regard to case.
create unique index users_email_key on users (lower(email));
create index users_by_role on users (role, created_at);

create table sellers (
  id                     text primary key,
  slug                   text not null,
  company_name           text not null,
  country                text,
  region                 text,
  city                   text,
  postal_code            text,
  lat                    double precision,
  lng                    double precision,
  about                  text,
  logo                   text,
  phone                  text,
  email                  text,
  website                text,
  vat_id                 text,
  verified               boolean not null default false,
  verified_at            timestamptz,
  trust_score            integer not null default 0 check (trust_score between 0 and 100),
  rating_count           integer not null default 0,
  rating_sum             integer not null default 0,
  response_time_minutes  integer,
  status                 text not null default 'active' check (status in ('active', 'suspended', 'erased')),
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);
create unique index sellers_slug_key on sellers (slug);

-- A person belongs to one seller at most.
create table team_members (
  id          text primary key,
  seller_id   text not null references sellers (id) on delete cascade,
  user_id     text not null references users (id) on delete cascade,
  role        text not null check (role in ('OWNER', 'MANAGER', 'AGENT', 'VIEWER')),
  created_at  timestamptz not null
);
create unique index team_members_user_key on team_members (user_id);
create unique index team_members_seller_user_key on team_members (seller_id, user_id);
create index team_members_by_seller on team_members (seller_id, role);

create table team_invitations (
  id           text primary key,
  seller_id    text not null references sellers (id) on delete cascade,
  email        text not null,
  role         text not null check (role in ('OWNER', 'MANAGER', 'AGENT', 'VIEWER')),
  token_hash   bytea not null,
  invited_by   text references users (id) on delete set null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  revoked_at   timestamptz
);
create unique index team_invitations_token_key on team_invitations (token_hash);
-- One open invitation per address and seller; an expired one is replaced.
create unique index team_invitations_open_key on team_invitations (seller_id, lower(email)) where accepted_at is null and revoked_at is null;
-- Whoever registers is looked for among the invited.
create index team_invitations_by_email on team_invitations (lower(email)) where accepted_at is null and revoked_at is null;

create table sessions (
  id           text primary key,
  user_id      text not null references users (id) on delete cascade,
  user_agent   text,
  ip           text,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  -- Rotation of refresh tokens does not prolong it.
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  end_reason   text
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_end on sessions (ended_at) where ended_at is not null;

create table refresh_tokens (
  token_hash  bytea primary key,
  session_id  text not null references sessions (id) on delete cascade,
  parent_hash bytea,
  created_at  timestamptz not null,
  used_at     timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);
-- A session lives for up to a year; a refresh token is forgotten once it could not be used any more.
create index refresh_tokens_by_age on refresh_tokens (created_at);

-- Wrong passwords by account and source (a network, a known device or a session), both as keyed hashes. The account need
-- not exist. The empty source counts all unknown ones together.
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
  -- How many codes were issued since when: each new code brings five new tries.
  issued        integer not null default 1,
  issued_since  timestamptz
);
create index verification_codes_by_expiry on verification_codes (expires_at);

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
  -- Sealed, not hashed: checking a signature needs the secret itself.
  signing_secret  bytea not null,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  -- A regenerated key's successor; the old one lives until its grace has passed (expires_at).
  replaced_by     text,
  last_used_at    timestamptz,
  last_used_ip    text,
  created_at      timestamptz not null
);
create unique index api_keys_hash_key on api_keys (key_hash);
create index api_keys_by_user on api_keys (user_id, created_at);
create index api_keys_by_revocation on api_keys (revoked_at) where revoked_at is not null;

-- Signatures of writing requests, so that a repeated one is refused while its timestamp is still good.
create table seen_signatures (
  key_id     text not null,
  signature  bytea not null,
  seen_at    timestamptz not null,
  -- A signature that was seen with a reading request is good for other reading requests only.
  wrote      boolean not null default true,
  primary key (key_id, signature)
);
create index seen_signatures_by_age on seen_signatures (seen_at);

-- What a seller shows an administrator to be verified; private.
create table seller_documents (
  id           text primary key,
  seller_id    text not null references sellers (id) on delete cascade,
  user_id      text not null references users (id) on delete cascade,
  filename     text not null,
  content_type text not null,
  bytes        integer not null,
  storage_key  text not null,
  created_at   timestamptz not null
);
create index seller_documents_by_seller on seller_documents (seller_id);
create index seller_documents_by_user on seller_documents (user_id);

-- Bytes of documents that came with registrations, by network (a keyed hash) and day (UTC).
create table registration_bytes (
  day           date not null,
  network_hash  bytea not null,
  bytes         bigint not null,
  primary key (day, network_hash)
);

-- Streams end with the session, the account or the team membership that opened them, in every process at once.
create function announce_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_access', coalesce(new.user_id, old.user_id));
  return null;
end
$$;
create function announce_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_access', new.id);
  return null;
end
$$;

create trigger sessions_announce_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function announce_access_change();
create trigger users_announce_status after update of status on users
  for each row when (old.status is distinct from new.status) execute function announce_account_change();
create trigger team_members_announce after insert or delete or update of seller_id on team_members
  for each row execute function announce_access_change();

-- All processes are told who comes back after two minutes away, whichever request notices it: the id of the user, and that
-- of the seller whose team the user belongs to.
create function announce_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_presence', concat_ws(' ', new.id, (select seller_id from team_members where user_id = new.id)));
  return null;
end
$$;

create trigger users_announce_presence after update of last_seen_at on users
  for each row when (new.last_seen_at > coalesce(old.last_seen_at, '-infinity') + interval '2 minutes')
  execute function announce_presence();
