-- What open streams are to be told, as the transactions that say it leave it. Numbers are given after the commit, by one
-- transaction at a time that waits for no disk (src/platform/live/teller.ts): a row of live_channels that stayed locked
-- until the commit of whoever writes to a channel let its writers commit one after the other.
create table live_outbox (
  id          bigint generated always as identity primary key,
  channel     text not null,
  type        text not null,
  data        json not null,
  created_at  timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
