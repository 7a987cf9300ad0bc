-- compatible: yes

-- What a seller has, and what happened to it, are read from sums. A statement notes what it changed in rows of its own, so
-- that nobody waits for the row of a popular seller, and no two who change several sellers for each other; a job adds them
-- to the sums. Readers add both up. What is noted has no foreign key, whose check would lock the seller's row.

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

insert into seller_stock (seller_id, status, listings, favorites, quality)
  select seller_id, status, count(*), sum(favorites_count), sum(quality_score) from listings group by seller_id, status;

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

insert into seller_days (seller_id, day, views, visitors, inquiries, favorites)
  select l.seller_id, s.day, sum(s.views), sum(s.visitors), sum(s.inquiries), sum(s.favorites)
  from listing_stats_daily s join listings l on l.id = s.listing_id group by l.seller_id, s.day;

-- How often sellers are written to and answer.
create index conversations_begun_idx on conversations (seller_id, created_at) include (responded_at, response_minutes);

-- Listings that administrators refused, which count against their seller for a year.
create index listings_refused_idx on listings (seller_id, updated_at) where status in ('REJECTED', 'SUSPENDED');
