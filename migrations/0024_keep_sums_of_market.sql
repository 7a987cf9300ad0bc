-- compatible: yes

-- What administrators see at a glance, in sums of the same kind as those of sellers: changes are noted, a job adds the notes up.

create table market_sums (
  kind    text not null,
  key     text not null,
  amount  bigint not null,
  primary key (kind, key)
);
create table market_sum_changes (
  seq     bigint generated always as identity primary key,
  kind    text not null,
  key     text not null,
  amount  bigint not null
);

create function utc_day(at timestamptz) returns text language sql immutable parallel safe
  return ((at at time zone 'UTC')::date)::text;

create function note_users() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    insert into market_sum_changes (kind, key, amount) values ('users', old.role, -1);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into market_sum_changes (kind, key, amount) values ('users', new.role, 1);
  end if;
  if tg_op = 'INSERT' then
    insert into market_sum_changes (kind, key, amount) values ('new_users', utc_day(new.created_at), 1);
  end if;
  return null;
end
$$;
create trigger users_sum_insert after insert or delete on users for each row execute function note_users();
create trigger users_sum_update after update of role, status on users
  for each row when ((old.role, old.status) is distinct from (new.role, new.status)) execute function note_users();

create function note_sellers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    insert into market_sum_changes (kind, key, amount)
      values ('sellers', case when old.verified then 'verified' else 'unverified' end, -1);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into market_sum_changes (kind, key, amount)
      values ('sellers', case when new.verified then 'verified' else 'unverified' end, 1);
  end if;
  return null;
end
$$;
create trigger sellers_sum_insert after insert or delete on sellers for each row execute function note_sellers();
create trigger sellers_sum_update after update of verified, status on sellers
  for each row when ((old.verified, old.status) is distinct from (new.verified, new.status)) execute function note_sellers();

-- What is earned in a month, in minor units: a yearly price counts for a twelfth.
create function monthly_price(s subscriptions) returns integer language sql immutable
  return case when s.status in ('active', 'past_due') and s.billing_cycle is not null
    then case s.billing_cycle when 'yearly' then s.price_minor / 12 else s.price_minor end else 0 end;

create function note_subscriptions() returns trigger language plpgsql as $$
declare
  change integer := 0;
begin
  if tg_op <> 'INSERT' then
    change := change - monthly_price(old);
  end if;
  if tg_op <> 'DELETE' then
    change := change + monthly_price(new);
  end if;
  if change <> 0 then
    insert into market_sum_changes (kind, key, amount) values ('revenue', 'monthly', change);
  end if;
  return null;
end
$$;
create trigger subscriptions_sum after insert or delete or update of status, billing_cycle, price_minor on subscriptions
  for each row execute function note_subscriptions();

create function note_states() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into market_sum_changes (kind, key, amount) values (tg_table_name, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into market_sum_changes (kind, key, amount) values (tg_table_name, new.status, 1);
  end if;
  return null;
end
$$;
create trigger reports_sum_insert after insert or delete on reports for each row execute function note_states();
create trigger reports_sum_update after update of status on reports
  for each row when (old.status <> new.status) execute function note_states();
create trigger reviews_sum_insert after insert or delete on reviews for each row execute function note_states();
create trigger reviews_sum_update after update of status on reviews
  for each row when (old.status <> new.status) execute function note_states();

create function note_messages() returns trigger language plpgsql as $$
begin
  insert into market_sum_changes (kind, key, amount)
    select 'new_messages', utc_day(sent_at), count(*) from inserted group by 2;
  return null;
end
$$;
create trigger messages_sum_insert after insert on messages
  referencing new table as inserted for each statement execute function note_messages();

create function note_new_listings() returns trigger language plpgsql as $$
begin
  insert into market_sum_changes (kind, key, amount)
    select 'new_listings', utc_day(created_at), count(*) from inserted group by 2;
  return null;
end
$$;
create trigger listings_count_insert after insert on listings
  referencing new table as inserted for each statement execute function note_new_listings();

-- The market's listings by state: what sellers' stock changes by.
create function note_stock() returns trigger language plpgsql as $$
begin
  insert into market_sum_changes (kind, key, amount)
    select 'listings', status, sum(listings) from noted group by status having sum(listings) <> 0;
  return null;
end
$$;
create trigger seller_stock_changes_sum after insert on seller_stock_changes
  referencing new table as noted for each statement execute function note_stock();

insert into market_sums (kind, key, amount)
  select 'users', role, count(*) from users where status = 'active' group by role
  union all select 'sellers', case when verified then 'verified' else 'unverified' end, count(*) from sellers where status = 'active' group by 2
  union all select 'listings', status, count(*) from listings group by status
  union all select 'reports', status, count(*) from reports group by status
  union all select 'reviews', status, count(*) from reviews group by status
  union all select 'revenue', 'monthly', coalesce(sum(monthly_price(s)), 0) from subscriptions s
  union all select 'new_users', utc_day(created_at), count(*) from users group by 2
  union all select 'new_listings', utc_day(created_at), count(*) from listings group by 2
  union all select 'new_messages', utc_day(sent_at), count(*) from messages group by 2;

-- Lists of administrators, in each order and by each filter that they offer.
create extension if not exists pg_trgm;

create index users_created_idx on users (created_at desc, id desc);
create index users_role_created_idx on users (role, created_at desc, id desc);
create index users_status_created_idx on users (status, created_at desc, id desc) where status <> 'active';
drop index users_by_role;
create index users_email_text_idx on users using gin (lower(email) gin_trgm_ops);
create index users_name_text_idx on users using gin (lower(name) gin_trgm_ops);
create index sellers_name_text_idx on sellers using gin (lower(company_name) gin_trgm_ops);

create index listings_status_created_idx on listings (status, created_at desc, id desc);
create index listings_flagged_idx on listings (status, created_at desc, id desc) where moderation_flags <> '{}';
-- The texts that a listing is looked for by, one a line.
create function listing_text(title text, external_id text, vin text, serial_number text) returns text
  language sql immutable parallel safe
  return lower(title || E'\n' || coalesce(external_id, '') || E'\n' || coalesce(vin, '') || E'\n' || coalesce(serial_number, ''));
create index listings_text_idx on listings using gin (listing_text(title, external_id, vin, serial_number) gin_trgm_ops);

create index reviews_created_idx on reviews (created_at, id);
create index reviews_by_seller_and_state on reviews (seller_id, status, created_at, id);
create index reviews_by_seller on reviews (seller_id, created_at, id);
create index reviews_answered_idx on reviews (seller_id, created_at, id) where status = 'published' and reply is not null;
create index reviews_unanswered_idx on reviews (seller_id, created_at, id) where status = 'published' and reply is null;
create index reports_kind_queue_idx on reports (kind, status, created_at, id);

create index webhook_attempts_failed_idx on webhook_attempts (created_at, webhook_id) where status = 'failed';
create index webhook_attempts_outcome_idx on webhook_attempts (created_at) include (status);

create index audit_log_by_time on audit_log (at, seq);
create index audit_log_by_subject_and_time on audit_log (subject_type, subject_id, at, seq);
create index audit_log_by_actor_and_time on audit_log (actor_id, at, seq);
create index audit_log_by_action_and_time on audit_log (action, at, seq);
drop index audit_log_by_subject;
drop index audit_log_by_actor;
drop index audit_log_by_action;
