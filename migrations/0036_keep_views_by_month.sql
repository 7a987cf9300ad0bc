-- compatible: yes

-- What was looked at and asked about in a month, by listing: the most viewed of a period are looked for among those of its months,
-- not among the days of the whole stock.
create table listing_months (
  listing_id  text not null references listings (id) on delete cascade,
  month       date not null,
  seller_id   text not null,
  views       integer not null,
  inquiries   integer not null,
  primary key (listing_id, month)
);
create index listing_months_most_viewed on listing_months (seller_id, month, views desc, listing_id);

create function add_to_listing_months() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_months as m (listing_id, month, seller_id, views, inquiries)
      select i.listing_id, date_trunc('month', i.day)::date, l.seller_id, sum(i.views), sum(i.inquiries)
      from inserted i join listings l on l.id = i.listing_id
      group by 1, 2, 3 order by 1, 2
      on conflict (listing_id, month) do update
      set views = m.views + excluded.views, inquiries = m.inquiries + excluded.inquiries;
  else
    insert into listing_months as m (listing_id, month, seller_id, views, inquiries)
      select c.listing_id, date_trunc('month', c.day)::date, l.seller_id, sum(c.views), sum(c.inquiries)
      from (
        select listing_id, day, views, inquiries from changed_to
        union all
        select listing_id, day, -views, -inquiries from changed_from
      ) c join listings l on l.id = c.listing_id
      group by 1, 2, 3 having (sum(c.views), sum(c.inquiries)) <> (0, 0) order by 1, 2
      on conflict (listing_id, month) do update
      set views = m.views + excluded.views, inquiries = m.inquiries + excluded.inquiries;
  end if;
  return null;
end
$$;
create trigger listing_stats_month_insert after insert on listing_stats_daily
  referencing new table as inserted for each statement execute function add_to_listing_months();
create trigger listing_stats_month_update after update on listing_stats_daily
  referencing old table as changed_from new table as changed_to for each statement execute function add_to_listing_months();

insert into listing_months (listing_id, month, seller_id, views, inquiries)
  select s.listing_id, date_trunc('month', s.day)::date, l.seller_id, sum(s.views), sum(s.inquiries)
  from listing_stats_daily s join listings l on l.id = s.listing_id group by 1, 2, 3;
