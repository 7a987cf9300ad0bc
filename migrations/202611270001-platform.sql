-- compatible: no

-- What every module builds on: jobs, events, idempotency keys, live streams, mails, stored files, figures of processes.

-- For the lists of administrators, which are searched for parts of words.
create extension if not exists pg_trgm;

-- Background work. Jobs wait in lanes by urgency; within a lane, accounts take turns.
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
  created_at    timestamptz not null,
  -- 0: somebody waits; 1: within minutes; 2: whenever.
  lane          smallint not null default 1,
  -- The seller or person whose doing it is.
  account       text,
  -- Its place in the lane; none once it was put off to a later time, which then decides.
  turn          timestamptz
);
create unique index jobs_dedupe_key on jobs (name, dedupe_key)
  where locked_until is null and failed_at is null and dedupe_key is not null;
create index jobs_by_turn on jobs (lane, turn, id) where failed_at is null and turn is not null;
create index jobs_by_time on jobs (lane, ((turn is null)::integer), run_at, id) where failed_at is null;
create index jobs_turns_of_accounts on jobs (account, lane, turn)
  where failed_at is null and turn is not null and account is not null;
-- Jobs are listed newest first by name and state. Of a long queue only the page is read.
create index jobs_by_name on jobs (name, id);
create index jobs_running on jobs (id) where locked_until is not null and failed_at is null;
create index jobs_failed on jobs (id) where failed_at is not null;
create index jobs_failed_by_name on jobs (name, id) where failed_at is not null;

-- What has happened, for webhooks and their replay.
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
create index events_by_age on events (created_at);
create index events_shared on events (created_at) where shared_with is not null;
-- An erasure and a replay look for all events of a person, including those that a seller hears of.
create index events_of_people on events (user_id, created_at) where user_id is not null;
-- The erasure of an account finds the events that hold its words, whoever they were for (webhooks/personal-data.ts).
create index events_by_message_sender on events ((data -> 'message' -> 'sender' ->> 'id'))
  where type = 'message.received';
create index events_by_responder on events ((data -> 'inquiry' -> 'message' ->> 'sender_id'))
  where type = 'inquiry.responded';
-- A replay for one seller reads the events that are shared with it, and not those shared with others.
create index events_by_partner on events using gin (shared_with) where shared_with is not null;
-- When both sides have deleted a conversation, the events with its words go (webhooks/personal-data.ts).
create index events_by_message
  on events ((coalesce(data -> 'message' ->> 'id', data -> 'inquiry' -> 'message' ->> 'id')))
  where type in ('message.received', 'inquiry.created', 'inquiry.responded');
-- The events of an account are paged and counted from the index alone.
create index events_of_sellers on events (seller_id, created_at, id) include (type) where seller_id is not null;

-- Answers to writing requests, so that a repeated request gets the first answer.
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
  -- Ids of people, sellers, listings, conversations and messages, and addresses, that a stored answer tells of: it
  -- goes with them.
  about         text[],
  primary key (principal, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_subject on idempotency_keys using gin (about) where about is not null;

-- What open streams are told, numbered per channel (a user, a seller) without gaps.
create table live_channels (
  channel    text primary key,
  last_seq   bigint not null,
  -- The number before the first of a channel: rows of quiet channels are deleted, and a later one continues from the
  -- clock.
  first_seq  bigint not null default 0
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
-- Every thousandth event of a stream: a stream of which more than a thousand are kept has at least one.
create index live_events_thousandth on live_events (channel, seq) where seq % 1000 = 0;

-- What streams are to be told, as transactions leave it. One transaction at a time numbers the rows after their
-- commit (src/platform/live/event-sequencer.ts): a row of live_channels that stayed locked until the writer's commit
-- would make the writers of a channel commit one after the other.
create table live_outbox (
  id          bigint generated always as identity primary key,
  channel     text not null,
  type        text not null,
  data        json not null,
  created_at  timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- What has become of the newest mails. Neither their words nor their links are here.
create table mails (
  id          text primary key,
  -- Of its texts.
  name        text not null,
  recipient   text not null,
  language    text not null,
  -- With its code covered.
  subject     text not null,
  state       text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts    integer not null default 0,
  -- Why it was not sent so far.
  reason      text,
  -- The job that sends it; gone when it is done.
  job_id      text not null,
  created_at  timestamptz not null,
  done_at     timestamptz,
  -- The account that a mail belongs to, whatever address it went to: an address that was given up, or is still to be
  -- confirmed, goes with the erasure too.
  user_id     text
);
create index mails_by_recipient on mails (lower(recipient), id);
create index mails_by_user on mails (user_id) where user_id is not null;

-- How many mails sellers have sent to addresses of their choice: by seller, and by recipient (a keyed hash).
create table daily_mails (
  day      date not null,
  counted  text not null,
  mails    integer not null,
  primary key (day, counted)
);

-- Stored files that no row names: uploads that are not committed yet, and what deleted rows have left behind. They
-- are removed from the storage some time after the instant given here, and then from this table.
create table file_removals (
  key           text primary key,
  remove_after  timestamptz not null
);
create index file_removals_due_idx on file_removals (remove_after);

-- Bytes that an owner (a seller, or a user without one) stored on a day, whatever became of the files.
create table upload_bytes (
  owner_id  text not null,
  day       date not null,
  bytes     bigint not null,
  primary key (owner_id, day)
);

-- What each running process measures, so that administrators see all of them: gzip of lines in the Prometheus text
-- format. A process writes its row anew every half minute; rows of two minutes ago are of processes that have ended.
create unlogged table process_metrics (
  process      text primary key,
  reported_at  timestamptz not null,
  lines        bytea not null
);
