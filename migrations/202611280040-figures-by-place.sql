-- compatible: no

-- Statistics of vehicles as totals up to a day, for thousands of vehicles per row: a period is the difference of two
-- rows, so a whole stock can be sorted by the statistics of any period. They replace two tables with a row per vehicle
-- and month.
drop trigger listing_stats_month_insert on listing_stats_daily;
drop trigger listing_stats_month_update on listing_stats_daily;
drop trigger listing_stats_running_insert on listing_stats_daily;
drop trigger listing_stats_running_update on listing_stats_daily;
drop function add_to_listing_months();
drop function add_to_listing_running_sums();
drop aggregate sum_of_running_sums (integer[]);
drop function add_running_sums(integer[], integer[]);
drop function figure_since(date, integer);
drop table listing_months;
drop table listing_running_sums;

-- Totals of a seller's vehicles up to and including the day, by their places: place 8192 is the first element of
-- chunk 1. A day without changes has no row. Missing elements are 0.
create table stock_figures (
  seller_id  text not null references sellers (id) on delete cascade,
  chunk      integer not null,
  day        date not null,
  views      integer[] not null,
  visitors   integer[] not null,
  inquiries  integer[] not null,
  favorites  integer[] not null,
  primary key (seller_id, chunk, day)
);

-- How many places a seller has used. None is used again, because the totals of a purged vehicle stay.
create table seller_places (
  seller_id  text primary key references sellers (id) on delete cascade,
  used       integer not null
);

-- The place of each vehicle, in the order of creation.
alter table listing_texts add column place integer;
update listing_texts t set place = p.place
  from (
    select listing_id, row_number() over (partition by seller_id order by created_at, listing_id) - 1 as place from listing_texts
  ) p where t.listing_id = p.listing_id;
insert into seller_places (seller_id, used) select seller_id, count(*) from listing_texts group by seller_id;
alter table listing_texts alter column place set not null;
create index listing_texts_in_place on listing_texts (seller_id, place, listing_id) where status <> 'DELETED';
-- Without the entries of the rows before the update.
reindex index listing_texts_letters;
reindex index listing_texts_of_seller;
reindex index listing_texts_newest;

create or replace function note_new_texts() returns trigger language plpgsql as $$
begin
  with places as (
    insert into seller_places as p (seller_id, used) select seller_id, count(*) from inserted group by seller_id order by seller_id
      on conflict (seller_id) do update set used = p.used + excluded.used returning seller_id, used
  )
  insert into listing_texts (listing_id, seller_id, status, created_at, text, place)
    select i.id, i.seller_id, i.status, i.created_at, listing_text(i.title, i.external_id, i.vin, i.serial_number),
      p.used - row_number() over (partition by i.seller_id order by i.created_at desc, i.id desc)
    from inserted i join places p on p.seller_id = i.seller_id;
  return null;
end
$$;

create function add_at_places(totals integer[], places integer[], amounts integer[]) returns integer[]
language plpgsql immutable parallel safe as $$
begin
  for n in 1 .. cardinality(places) loop
    continue when amounts[n] = 0;
    if places[n] > cardinality(totals) then
      totals := totals || array_fill(0, array[places[n] - cardinality(totals)]);
    end if;
    totals[places[n]] := totals[places[n]] + amounts[n];
  end loop;
  return totals;
end
$$;

-- Adds the statistics of one day to the totals of that day and of all later ones. Returns the number of rows.
create function add_to_stock_figures(
  of_seller text, of_chunk integer, of_day date, places integer[],
  more_views integer[], more_visitors integer[], more_inquiries integer[], more_favorites integer[]
) returns integer language plpgsql as $$
declare
  written integer;
begin
  insert into stock_figures (seller_id, chunk, day, views, visitors, inquiries, favorites)
    select of_seller, of_chunk, of_day, coalesce(b.views, '{}'), coalesce(b.visitors, '{}'), coalesce(b.inquiries, '{}'),
      coalesce(b.favorites, '{}')
    from (values (1)) one
    left join lateral (
      select views, visitors, inquiries, favorites from stock_figures
      where seller_id = of_seller and chunk = of_chunk and day < of_day order by day desc limit 1
    ) b on true
    on conflict (seller_id, chunk, day) do nothing;
  update stock_figures s
    set views = add_at_places(s.views, places, more_views), visitors = add_at_places(s.visitors, places, more_visitors),
      inquiries = add_at_places(s.inquiries, places, more_inquiries),
      favorites = add_at_places(s.favorites, places, more_favorites)
    where s.seller_id = of_seller and s.chunk = of_chunk and s.day >= of_day;
  get diagnostics written = row_count;
  return written;
end
$$;

-- From here on, a pending delta of a seller's day names the vehicle. Those without one are added up first.
lock table seller_day_changes in access exclusive mode;
with taken as (
  delete from seller_day_changes returning seller_id, day, views, visitors, inquiries, favorites
)
insert into seller_days as s (seller_id, day, views, visitors, inquiries, favorites)
  select t.seller_id, t.day, sum(t.views), sum(t.visitors), sum(t.inquiries), sum(t.favorites)
  from taken t where exists (select from sellers where id = t.seller_id)
  group by t.seller_id, t.day
  on conflict (seller_id, day) do update set views = s.views + excluded.views, visitors = s.visitors + excluded.visitors,
    inquiries = s.inquiries + excluded.inquiries, favorites = s.favorites + excluded.favorites;
alter table seller_day_changes add column listing_id text not null;

create or replace function add_to_seller_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into seller_day_changes (seller_id, listing_id, day, views, visitors, inquiries, favorites)
      select l.seller_id, i.listing_id, i.day, i.views, i.visitors, i.inquiries, i.favorites
      from inserted i join listings l on l.id = i.listing_id;
  else
    insert into seller_day_changes (seller_id, listing_id, day, views, visitors, inquiries, favorites)
      select l.seller_id, c.listing_id, c.day, sum(c.views), sum(c.visitors), sum(c.inquiries), sum(c.favorites)
      from (
        select listing_id, day, views, visitors, inquiries, favorites from changed_to
        union all
        select listing_id, day, -views, -visitors, -inquiries, -favorites from changed_from
      ) c join listings l on l.id = c.listing_id
      group by l.seller_id, c.listing_id, c.day
      having (sum(c.views), sum(c.visitors), sum(c.inquiries), sum(c.favorites)) <> (0, 0, 0, 0);
  end if;
  return null;
end
$$;

-- In the order of days, so that each row is written once.
do $$
declare
  f record;
begin
  for f in
    select t.seller_id, t.place / 8192 as chunk, s.day, array_agg(t.place % 8192 + 1) as places, array_agg(s.views) as views,
      array_agg(s.visitors) as visitors, array_agg(s.inquiries) as inquiries, array_agg(s.favorites) as favorites
    from listing_stats_daily s join listing_texts t on t.listing_id = s.listing_id
    group by 1, 2, 3 order by 3
  loop
    perform add_to_stock_figures(f.seller_id, f.chunk, f.day, f.places, f.views, f.visitors, f.inquiries, f.favorites);
  end loop;
end
$$;
