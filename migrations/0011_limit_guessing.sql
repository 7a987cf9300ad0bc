-- Wrong passwords by account, whether or not there is one: the key is a keyed hash of the e-mail address.
create table sign_in_failures (
  account_hash    bytea primary key,
  failures        integer not null,
  window_ends_at  timestamptz not null
);
create index sign_in_failures_by_age on sign_in_failures (window_ends_at);

-- How many codes were issued since when: each new code brings five new tries.
alter table verification_codes
  add column issued integer not null default 1,
  add column issued_since timestamptz;
