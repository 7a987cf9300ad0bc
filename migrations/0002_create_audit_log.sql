-- compatible: no

-- Who did what to what. Each row carries the hash of the row before it: a changed or missing row breaks the chain.
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
  hash           bytea not null,
  -- 'plain': personal values are stored as they were. 'sealed_later': such a row, encrypted since; its own hash covers the
  -- plain values, that of a later entry the encrypted ones. 'sealed': its hash covers the ciphertext.
  form           text not null default 'plain' check (form in ('plain', 'sealed_later', 'sealed'))
);
create index audit_log_by_subject on audit_log (subject_type, subject_id, seq);
create index audit_log_by_actor on audit_log (actor_id, seq);
create index audit_log_by_action on audit_log (action, seq);
create index audit_log_plain on audit_log (seq) where form = 'plain';

-- The keys of the people (and sellers) the audit log speaks of, themselves sealed. Null: destroyed, and never made again.
create table audit_person_keys (
  person_id  text primary key,
  key        bytea
);

-- Append only, whoever asks; but a plain entry may be encrypted once.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.form = 'plain' and new.form = 'sealed_later'
    and (to_jsonb(new) - array['form', 'before', 'after', 'ip']) = (to_jsonb(old) - array['form', 'before', 'after', 'ip'])
  then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_audit_change();

-- Lets a role that may only add to the log encrypt an entry.
create function seal_audit_entry(entry bigint, new_before jsonb, new_after jsonb, new_ip text) returns void
language sql security definer set search_path from current as $$
  update audit_log set form = 'sealed_later', before = new_before, after = new_after, ip = new_ip
  where seq = entry and form = 'plain'
$$;
