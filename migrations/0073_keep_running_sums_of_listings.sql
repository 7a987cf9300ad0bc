-- compatible: yes

-- The days of a month of a listing as running sums: element n is the sum of the days 1 to n, and the last element holds for the days after
-- it. What a listing has of any days of a month is the difference of two elements, so a period of a large stock is read from a row or two
-- for each vehicle, not from thirty. No column of figures is indexed: most updates stay in their page.
create table listing_running_sums (
  listing_id  text not null references listings (id) on delete cascade,
  month       date not null,
  seller_id   text not null,
  views       integer[] not null,
  visitors    integer[] not null,
  inquiries   integer[] not null,
  favorites   integer[] not null,
  primary key (listing_id, month)
) with (fillfactor = 80);
create index listing_running_sums_by_seller on listing_running_sums (seller_id, month);

-- Of one day: nothing, or the figure from that day on.
create function figure_since(day date, figure integer) returns integer[] language sql immutable parallel safe as $$
  select array_fill(figure, array[(figure <> 0)::int], array[extract(day from day)::int])
$$;

-- The result begins at the first day; more may begin at a later one.
create function add_running_sums(sums integer[], more integer[]) returns integer[] language plpgsql immutable parallel safe as $$
declare
  known   integer := cardinality(sums);
  until   integer := array_upper(more, 1);
  latest  integer := coalesce(sums[known], 0);
begin
  if more = '{}' then
    return sums;
  end if;
  for n in known + 1 .. until loop
    sums[n] := latest;
  end loop;
  for n in array_lower(more, 1) .. greatest(known, until) loop
    sums[n] := sums[n] + more[least(n, until)];
  end loop;
  return sums;
end
$$;
create aggregate sum_of_running_sums (integer[]) (sfunc = add_running_sums, stype = integer[], initcond = '{}');

create function add_to_listing_running_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_running_sums as s (listing_id, month, seller_id, views, visitors, inquiries, favorites)
      select i.listing_id, date_trunc('month', i.day)::date, l.seller_id,
        sum_of_running_sums(figure_since(i.day, i.views)),
        sum_of_running_sums(figure_since(i.day, i.visitors)),
        sum_of_running_sums(figure_since(i.day, i.inquiries)),
        sum_of_running_sums(figure_since(i.day, i.favorites))
      from inserted i join listings l on l.id = i.listing_id
      group by 1, 2, 3 order by 1, 2
      on conflict (listing_id, month) do update set
        views = add_running_sums(s.views, excluded.views),
        visitors = add_running_sums(s.visitors, excluded.visitors),
        inquiries = add_running_sums(s.inquiries, excluded.inquiries),
        favorites = add_running_sums(s.favorites, excluded.favorites);
  else
    insert into listing_running_sums as s (listing_id, month, seller_id, views, visitors, inquiries, favorites)
      select c.listing_id, date_trunc('month', c.day)::date, l.seller_id,
        sum_of_running_sums(figure_since(c.day, c.views)),
        sum_of_running_sums(figure_since(c.day, c.visitors)),
        sum_of_running_sums(figure_since(c.day, c.inquiries)),
        sum_of_running_sums(figure_since(c.day, c.favorites))
      from (
        select listing_id, day, sum(views)::int as views, sum(visitors)::int as visitors, sum(inquiries)::int as inquiries,
          sum(favorites)::int as favorites
        from (
          select listing_id, day, views, visitors, inquiries, favorites from changed_to
          union all
          select listing_id, day, -views, -visitors, -inquiries, -favorites from changed_from
        ) both_sides
        group by listing_id, day
        having (sum(views), sum(visitors), sum(inquiries), sum(favorites)) <> (0, 0, 0, 0)
      ) c join listings l on l.id = c.listing_id
      group by 1, 2, 3 order by 1, 2
      on conflict (listing_id, month) do update set
        views = add_running_sums(s.views, excluded.views),
        visitors = add_running_sums(s.visitors, excluded.visitors),
        inquiries = add_running_sums(s.inquiries, excluded.inquiries),
        favorites = add_running_sums(s.favorites, excluded.favorites);
  end if;
  return null;
end
$$;
create trigger listing_stats_running_insert after insert on listing_stats_daily
  referencing new table as inserted for each statement execute function add_to_listing_running_sums();
create trigger listing_stats_running_update after update on listing_stats_daily
  referencing old table as changed_from new table as changed_to for each statement execute function add_to_listing_running_sums();

insert into listing_running_sums (listing_id, month, seller_id, views, visitors, inquiries, favorites)
  select s.listing_id, date_trunc('month', s.day)::date, l.seller_id,
    sum_of_running_sums(figure_since(s.day, s.views)),
        sum_of_running_sums(figure_since(s.day, s.visitors)),
    sum_of_running_sums(figure_since(s.day, s.inquiries)),
        sum_of_running_sums(figure_since(s.day, s.favorites))
  from listing_stats_daily s join listings l on l.id = s.listing_id group by 1, 2, 3;
