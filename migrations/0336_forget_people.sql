-- What an erasure must reach: the audit log, and what others were told of a person.

-- The keys of the people (and sellers) of whom the audit log speaks, themselves sealed. Null: destroyed, never to be made anew.
create table audit_person_keys (
  person_id  text primary key,
  key        bytea
);

-- 'plain': by a release that kept personal values as they were; 'sealed_later': such a row, encrypted since, whose own hash
-- covers what it was (a later entry covers what it is); 'sealed': its hash covers the ciphertext.
alter table audit_log add column form text not null default 'plain' check (form in ('plain', 'sealed_later', 'sealed'));
create index audit_log_plain on audit_log (seq) where form = 'plain';

-- Append only, whoever asks; but what an older release wrote may be encrypted once.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.form = 'plain' and new.form = 'sealed_later'
    and (to_jsonb(new) - array['form', 'before', 'after', 'ip']) = (to_jsonb(old) - array['form', 'before', 'after', 'ip'])
  then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end $$;
-- Also for a role that may only add to the log.
create function seal_audit_entry(entry bigint, new_before jsonb, new_after jsonb, new_ip text) returns void
language sql security definer set search_path from current as $$
  update audit_log set form = 'sealed_later', before = new_before, after = new_after, ip = new_ip
  where seq = entry and form = 'plain'
$$;

-- Of whom a notice tells, by id, and with which of its values.
alter table notifications add column about jsonb not null default '{}';
create index notifications_about on notifications using gin (about) where about <> '{}';
update notifications n set about = jsonb_build_object(
    m.sender_id, jsonb_build_array('sender', 'preview'),
    c.seller_id, case m.sender_side when 'seller' then '["sender", "title", "preview"]'::jsonb else '["title"]' end)
from messages m join conversations c on c.id = m.conversation_id
where n.type = 'message' and m.id = n.data ->> 'messageId' and m.sender_id is not null;
update notifications n set about = jsonb_build_object(t.user_id, jsonb_build_array('name'))
from team_members t where n.type = 'team_joined' and n.dedupe_key = 'team_joined:' || t.id;
update notifications n set about = jsonb_build_object(r.author_id, jsonb_build_array('author', 'title'))
from reviews r where n.type = 'review_received' and r.id = n.data ->> 'reviewId' and r.author_id is not null;
update notifications n set about = jsonb_build_object(r.seller_id, jsonb_build_array('seller'))
from reviews r where n.type = 'review_reply' and r.id = n.data ->> 'reviewId';
update notifications n set about = jsonb_build_object(l.seller_id, jsonb_build_array('title'))
from listings l
where n.type in ('price_drop', 'favorite_sold', 'saved_search_match') and l.id = n.data ->> 'listingId';
-- Of those who are erased already, nothing can be read again.
insert into audit_person_keys (person_id, key)
select id, null::bytea from users where status = 'erased'
union all
select id, null::bytea from sellers where status = 'erased';
