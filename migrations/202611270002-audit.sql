-- compatible: no

-- The audit log; rows are only ever added.

-- Who changed what. Each row contains the hash of the row before it, so a changed or missing row breaks the chain.
create table audit_log (
  seq            bigint primary key,
  id             text not null unique,
  at             timestamptz not null,
  actor_kind     text not null check (actor_kind in ('user', 'apiKey', 'system', 'anonymous')),
  actor_id       text,
  action         text not null,
  subject_type   text not null,
  subject_id     text,
  before         jsonb,
  after          jsonb,
  ip             text,
  request_id     text,
  previous_hash  bytea not null,
  hash           bytea not null
);
create index audit_log_by_time on audit_log (at, seq);
create index audit_log_by_subject_and_time on audit_log (subject_type, subject_id, at, seq);
create index audit_log_by_actor_and_time on audit_log (actor_id, at, seq);
create index audit_log_by_action_and_time on audit_log (action, at, seq);

-- Append-only, for every role.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = '42501';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_audit_change();

-- Encryption keys for the personal values of users and sellers in the audit log, encrypted themselves. Null:
-- destroyed for good.
create table audit_person_keys (
  person_id  text primary key,
  key        bytea
);
