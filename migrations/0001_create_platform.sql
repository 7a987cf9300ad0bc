-- compatible: no

-- What every module builds on: jobs, events, idempotency keys, settings, live streams, mail limits.

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
  id           text primary key,
  type         text not null,
  data         json not null,
  -- Whom the event concerns: a seller's account, a person's account.
  seller_id    text,
  user_id      text,
  created_at   timestamptz not null,
  -- Sellers besides that hear of an event about a person: those whose invitation the person followed.
  shared_with  text[]
);
create index events_by_seller on events (seller_id, created_at) where seller_id is not null;
create index events_by_age on events (created_at);
create index events_shared on events (created_at) where shared_with is not null;
-- An erasure and a replay look for all events of a person, including those that a seller hears of.
create index events_of_people on events (user_id, created_at) where user_id is not null;
-- The erasure of an account finds the events that hold its words, whoever they were for (webhooks/personal-data.ts).
create index events_by_message_sender on events ((data -> 'message' -> 'sender' ->> 'id')) where type = 'message.received';
create index events_by_responder on events ((data -> 'inquiry' -> 'message' ->> 'sender_id'))
  where type = 'inquiry.responded';

create table idempotency_keys (
  principal     text not null,
  endpoint      text not null,
  key           text not null,
  request_hash  bytea not null,
  status        integer,
  headers       jsonb,
  body          bytea,
  created_at    timestamptz not null,
  -- What the request created, written in its transaction. If a crash takes the answer, it is read again from here.
  resource      text,
  primary key (principal, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- What administrators decide while the server runs. A name without a row has its default (src/modules/settings).
create table settings (
  name        text primary key,
  value       jsonb not null,
  updated_by  text,
  updated_at  timestamptz not null
);

create table settings_history (
  id          bigint generated always as identity primary key,
  name        text not null,
  before      jsonb,
  after       jsonb,
  changed_by  text,
  changed_at  timestamptz not null
);
create index settings_history_by_name on settings_history (name, id);

-- Texts that clients show, by key and language. The names of categories and features are stored with those.
create table translations (
  key         text not null,
  language    text not null,
  text        text not null,
  updated_by  text,
  updated_at  timestamptz not null,
  primary key (key, language)
);
create index translations_by_language on translations (language, key);

-- What open streams are told, numbered per channel (a user, a seller) without gaps.

create table live_channels (
  channel   text primary key,
  last_seq  bigint not null
) with (fillfactor = 70);

create table live_events (
  channel     text not null,
  seq         bigint not null,
  type        text not null,
  data        json not null,
  created_at  timestamptz not null,
  primary key (channel, seq)
);
create index live_events_by_age on live_events (created_at);

-- What streams are to be told, as transactions leave it. One transaction at a time numbers the rows after their commit
-- (src/platform/live/event-sequencer.ts): a row of live_channels that stayed locked until the writer's commit would make
-- the writers of a channel commit one after the other.
create table live_outbox (
  id          bigint generated always as identity primary key,
  channel     text not null,
  type        text not null,
  data        json not null,
  created_at  timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- How many mails sellers have sent to addresses of their choice: by seller, and by recipient (a keyed hash).
create table daily_mails (
  day      date not null,
  counted  text not null,
  mails    integer not null,
  primary key (day, counted)
);
