-- compatible: no

-- Tables for all modules: jobs, events, idempotency keys, live streams, emails, stored files, process metrics.

-- Admin lists are searched by substring.
create extension if not exists pg_trgm;

-- Background jobs. Each job waits in a lane by urgency; within a lane, accounts take turns.
create table jobs (
  id            text primary key,
  name          text not null,
  payload       jsonb not null default '{}',
  -- At most one queued job has a given key: a second request for the same work is merged into the first.
  dedupe_key    text,
  run_at        timestamptz not null,
  attempts      integer not null default 0,
  attempts_max  integer not null default 10,
  -- End of the worker's lease. When it has passed (the worker was killed), another worker takes the job.
  locked_until  timestamptz,
  locked_by     text,
  failed_at     timestamptz,
  last_error    text,
  created_at    timestamptz not null,
  -- 0: a user is waiting; 1: within minutes; 2: any time.
  lane          smallint not null default 1,
  -- The seller or user for whom the work is done.
  account       text,
  -- Position in the lane. Null for jobs that are scheduled for later: run_at decides.
  turn          timestamptz
);
create unique index jobs_dedupe_key on jobs (name, dedupe_key)
  where locked_until is null and failed_at is null and dedupe_key is not null;
create index jobs_by_turn on jobs (lane, turn, id) where failed_at is null and turn is not null;
create index jobs_by_time on jobs (lane, ((turn is null)::integer), run_at, id) where failed_at is null;
create index jobs_turns_of_accounts on jobs (account, lane, turn)
  where failed_at is null and turn is not null and account is not null;
-- Lists show jobs newest first, by name and state. Only the page is read, however long the queue.
create index jobs_by_name on jobs (name, id);
create index jobs_running on jobs (id) where locked_until is not null and failed_at is null;
create index jobs_failed on jobs (id) where failed_at is not null;
create index jobs_failed_by_name on jobs (name, id) where failed_at is not null;

-- Events, for webhooks and their replay.
create table events (
  id           text primary key,
  type         text not null,
  data         json not null,
  -- The seller or user whose event it is.
  seller_id    text,
  user_id      text,
  created_at   timestamptz not null,
  -- For an event about a user: other sellers that receive it, because the user accepted their invitation.
  shared_with  text[]
);
create index events_by_age on events (created_at);
create index events_shared on events (created_at) where shared_with is not null;
-- For erasures and replays: all events of a user, including those shared with sellers.
create index events_of_people on events (user_id, created_at) where user_id is not null;
-- For the erasure of an account: all events that contain its texts, whoever received them
-- (webhooks/personal-data.ts).
create index events_by_message_sender on events ((data -> 'message' -> 'sender' ->> 'id'))
  where type = 'message.received';
create index events_by_responder on events ((data -> 'inquiry' -> 'message' ->> 'sender_id'))
  where type = 'inquiry.responded';
-- For replays to a seller: only the events shared with that seller.
create index events_by_partner on events using gin (shared_with) where shared_with is not null;
-- Once both sides have deleted a conversation, events with its texts are deleted (webhooks/personal-data.ts).
create index events_by_message
  on events ((coalesce(data -> 'message' ->> 'id', data -> 'inquiry' -> 'message' ->> 'id')))
  where type in ('message.received', 'inquiry.created', 'inquiry.responded');
-- Pages and counts of an account's events come from an index-only scan.
create index events_of_sellers on events (seller_id, created_at, id) include (type) where seller_id is not null;

-- Stored responses to write requests, so that a repeated request gets the first response.
create table idempotency_keys (
  principal     text not null,
  endpoint      text not null,
  key           text not null,
  request_hash  bytea not null,
  status        integer,
  headers       jsonb,
  body          bytea,
  created_at    timestamptz not null,
  -- The created resource, written in the same transaction. If a crash loses the response, it is rebuilt from this.
  resource      text,
  -- IDs (of users, sellers, listings, conversations, messages) and addresses in the stored response, which is deleted
  -- with any of them.
  about         text[],
  primary key (principal, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_subject on idempotency_keys using gin (about) where about is not null;

-- Events of open streams, numbered per channel (a user or a seller) without gaps.
create table live_channels (
  channel    text primary key,
  last_seq   bigint not null,
  -- The number before a channel's first event. Rows of quiet channels are deleted; when one comes back, its numbers
  -- continue from the clock.
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
-- Every thousandth event of a stream: any stream with more than a thousand stored events has at least one.
create index live_events_thousandth on live_events (channel, seq) where seq % 1000 = 0;

-- Stream events as transactions write them. The sequencer numbers them after the commit, one transaction at a time
-- (src/platform/live/event-sequencer.ts). If writers updated live_channels themselves, its row would stay locked
-- until their commit, and all writers of a channel would run one after the other.
create table live_outbox (
  id          bigint generated always as identity primary key,
  channel     text not null,
  type        text not null,
  data        json not null,
  created_at  timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Delivery status of the newest emails, without their texts or links.
create table mails (
  id          text primary key,
  -- Name of the template.
  name        text not null,
  recipient   text not null,
  language    text not null,
  -- With codes masked.
  subject     text not null,
  state       text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts    integer not null default 0,
  -- Why it has not been sent yet.
  reason      text,
  -- The job that sends it; the job is deleted once it is done.
  job_id      text not null,
  created_at  timestamptz not null,
  done_at     timestamptz,
  -- The account that the email belongs to, whatever the address: an erasure must also find emails to former and
  -- unconfirmed addresses.
  user_id     text
);
create index mails_by_recipient on mails (lower(recipient), id);
create index mails_by_user on mails (user_id) where user_id is not null;

-- Number of emails that sellers sent to addresses of their choice, by seller and by recipient (a keyed hash).
create table daily_mails (
  day      date not null,
  counted  text not null,
  mails    integer not null,
  primary key (day, counted)
);

-- Stored files without a row: uploads that are not committed yet, and files of deleted rows. After the given time, a
-- job deletes the file and then this row.
create table file_removals (
  key           text primary key,
  remove_after  timestamptz not null
);
create index file_removals_due_idx on file_removals (remove_after);

-- Bytes that an owner (a seller, or a user without one) stored on a day, even if the files were deleted since.
create table upload_bytes (
  owner_id  text not null,
  day       date not null,
  bytes     bigint not null,
  primary key (owner_id, day)
);

-- Metrics of each running process, so that administrators see all of them: gzipped lines in the Prometheus text
-- format. A process updates its row every 30 seconds; rows older than two minutes belong to processes that have
-- ended.
create unlogged table process_metrics (
  process      text primary key,
  reported_at  timestamptz not null,
  lines        bytea not null
);
