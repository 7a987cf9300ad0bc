-- compatible: no

-- Rollups of what sellers and the marketplace have, and of what happened to them.

-- Statistics of sellers are read from rollups. A statement records its changes as pending deltas in new rows, so that
-- no transaction waits for the row of a popular seller, and two that change several sellers cannot deadlock; a job
-- adds the deltas to the rollups. Readers add up both. Deltas have no foreign key, because its check would lock the
-- seller's row.
create table seller_stock (
  seller_id  text not null references sellers (id) on delete cascade,
  status     text not null,
  listings   integer not null,
  favorites  bigint not null,
  quality    bigint not null,
  primary key (seller_id, status)
);

create table seller_stock_changes (
  seq        bigint generated always as identity primary key,
  seller_id  text not null,
  status     text not null,
  listings   integer not null,
  favorites  bigint not null,
  quality    bigint not null
);
create index seller_stock_changes_by_seller on seller_stock_changes (seller_id);

create function add_to_seller_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into seller_stock_changes (seller_id, status, listings, favorites, quality)
      select seller_id, status, count(*), sum(favorites_count), sum(quality_score) from inserted group by seller_id, status;
  elsif tg_op = 'DELETE' then
    insert into seller_stock_changes (seller_id, status, listings, favorites, quality)
      select d.seller_id, d.status, -count(*), -sum(d.favorites_count), -sum(d.quality_score)
      from deleted d group by d.seller_id, d.status;
  else
    insert into seller_stock_changes (seller_id, status, listings, favorites, quality)
      select seller_id, status, sum(listings), sum(favorites), sum(quality)
      from (
        select seller_id, status, 1 as listings, favorites_count as favorites, quality_score as quality from changed_to
        union all
        select seller_id, status, -1, -favorites_count, -quality_score from changed_from
      ) changes
      group by seller_id, status
      having (sum(listings), sum(favorites), sum(quality)) <> (0, 0, 0);
  end if;
  return null;
end
$$;
create trigger listings_sum_insert after insert on listings
  referencing new table as inserted for each statement execute function add_to_seller_stock();
create trigger listings_sum_delete after delete on listings
  referencing old table as deleted for each statement execute function add_to_seller_stock();
create trigger listings_sum_update after update on listings
  referencing old table as changed_from new table as changed_to for each statement execute function add_to_seller_stock();

create table seller_days (
  seller_id  text not null references sellers (id) on delete cascade,
  day        date not null,
  views      integer not null,
  visitors   integer not null,
  inquiries  integer not null,
  favorites  integer not null,
  primary key (seller_id, day)
);

create table seller_day_changes (
  seq        bigint generated always as identity primary key,
  seller_id  text not null,
  day        date not null,
  views      integer not null,
  visitors   integer not null,
  inquiries  integer not null,
  favorites  integer not null
);
create index seller_day_changes_by_seller on seller_day_changes (seller_id, day);

create function add_to_seller_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into seller_day_changes (seller_id, day, views, visitors, inquiries, favorites)
      select l.seller_id, i.day, sum(i.views), sum(i.visitors), sum(i.inquiries), sum(i.favorites)
      from inserted i join listings l on l.id = i.listing_id group by l.seller_id, i.day;
  else
    insert into seller_day_changes (seller_id, day, views, visitors, inquiries, favorites)
      select l.seller_id, c.day, sum(c.views), sum(c.visitors), sum(c.inquiries), sum(c.favorites)
      from (
        select listing_id, day, views, visitors, inquiries, favorites from changed_to
        union all
        select listing_id, day, -views, -visitors, -inquiries, -favorites from changed_from
      ) c join listings l on l.id = c.listing_id
      group by l.seller_id, c.day
      having (sum(c.views), sum(c.visitors), sum(c.inquiries), sum(c.favorites)) <> (0, 0, 0, 0);
  end if;
  return null;
end
$$;
create trigger listing_stats_sum_insert after insert on listing_stats_daily
  referencing new table as inserted for each statement execute function add_to_seller_days();
create trigger listing_stats_sum_update after update on listing_stats_daily
  referencing old table as changed_from new table as changed_to for each statement execute function add_to_seller_days();

-- The administrators' overview, from rollups like those of sellers: changes are recorded as deltas, and a job adds
-- them up.
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

-- Monthly revenue of a subscription, in minor units: a twelfth of a yearly price.
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

-- Invoiced amounts per month and plan, net of VAT and minus credit notes.
create function note_plan_revenue() returns trigger language plpgsql as $$
begin
  insert into market_sum_changes (kind, key, amount)
    select 'plan_revenue', to_char(i.issued_at at time zone 'UTC', 'YYYY-MM') || ' ' || l.plan_id, sum(l.net_minor)
    from inserted l join invoices i on i.id = l.invoice_id group by 2;
  return null;
end
$$;
create trigger invoice_lines_sum after insert on invoice_lines
  referencing new table as inserted for each statement execute function note_plan_revenue();

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

-- Per day and sender: accounts are judged by the number, and a dealer sends tens of thousands.
create function note_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into market_sum_changes (kind, key, amount)
      select 'new_messages', utc_day(sent_at), count(*) from inserted group by 2
      union all
      select 'messages_sent', sender_id, count(*) from inserted group by 2;
  else
    insert into market_sum_changes (kind, key, amount)
      select 'messages_sent', sender_id, -count(*) from deleted group by 2;
  end if;
  return null;
end
$$;
create trigger messages_sum_insert after insert on messages
  referencing new table as inserted for each statement execute function note_messages();
create trigger messages_sum_delete after delete on messages
  referencing old table as deleted for each statement execute function note_messages();

create function note_new_listings() returns trigger language plpgsql as $$
begin
  insert into market_sum_changes (kind, key, amount)
    select 'new_listings', utc_day(created_at), count(*) from inserted group by 2;
  return null;
end
$$;
create trigger listings_count_insert after insert on listings
  referencing new table as inserted for each statement execute function note_new_listings();

-- The marketplace's listings by state, updated by changes of sellers' stock.
create function note_stock() returns trigger language plpgsql as $$
begin
  insert into market_sum_changes (kind, key, amount)
    select 'listings', status, sum(listings) from noted group by status having sum(listings) <> 0;
  return null;
end
$$;
create trigger seller_stock_changes_sum after insert on seller_stock_changes
  referencing new table as noted for each statement execute function note_stock();
