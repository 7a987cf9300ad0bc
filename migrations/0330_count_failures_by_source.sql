-- Wrong passwords by account and source: a network, a known device or a session. The source that is empty counts all
-- unknown ones together. Both are keyed hashes. What was counted before is forgotten, a quarter of an hour at most.
drop table sign_in_failures;
create table sign_in_failures (
  account_hash    bytea not null,
  source_hash     bytea not null,
  failures        integer not null,
  window_ends_at  timestamptz not null,
  primary key (account_hash, source_hash)
);
create index sign_in_failures_by_age on sign_in_failures (window_ends_at);
