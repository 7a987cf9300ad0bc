-- What every module builds on: background jobs, the log of events, idempotency keys.

create table jobs (
  id            text primary key,
  name          text not null,
  payload       jsonb not null default '{}',
  -- At most one waiting job has a given key: a second request for the same work is the same work.
  dedupe_key    text,
  run_at        timestamptz not null,
  attempts      integer not null default 0,
  attempts_max  integer not null default 10,
  -- A worker's lease; a killed worker's job is taken up again when it has passed.
  locked_until  timestamptz,
  locked_by     text,
  failed_at     timestamptz,
  last_error    text,
  created_at    timestamptz not null
);
create unique index jobs_dedupe_key on jobs (name, dedupe_key) where locked_until is null and failed_at is null and dedupe_key is not null;
create index jobs_due on jobs (run_at, id) where failed_at is null;
create index jobs_failed on jobs (failed_at) where failed_at is not null;

create table events (
  id          text primary key,
  type        text not null,
  data        json not null,
  -- Whom the event concerns: a seller's account, a person's account.
  seller_id   text,
  user_id     text,
  created_at  timestamptz not null
);
create index events_by_seller on events (seller_id, created_at) where seller_id is not null;
create index events_by_age on events (created_at);

create table idempotency_keys (
  principal     text not null,
  endpoint      text not null,
  key           text not null,
  request_hash  bytea not null,
  status        integer,
  headers       jsonb,
  body          bytea,
  created_at    timestamptz not null,
  primary key (principal, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
