-- compatible: yes

-- The own stock in the order of views. Each counted view changes it, so it is a narrow table of its own: in an index of listings, the
-- listing would be written to all of its indexes. Making the triggers keeps others from writing until what there is has been copied.
create table stock_views (
  listing_id  text primary key references listings (id) on delete cascade,
  seller_id   text not null,
  status      text not null,
  views       integer not null
) with (fillfactor = 80);

create function note_stock_views() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_views (listing_id, seller_id, status, views) select id, seller_id, status, views from inserted;
  else
    update stock_views v set seller_id = t.seller_id, status = t.status, views = t.views
    from changed_to t
    where v.listing_id = t.id and (v.seller_id, v.status, v.views) is distinct from (t.seller_id, t.status, t.views);
  end if;
  return null;
end
$$;
create trigger listings_views_insert after insert on listings
  referencing new table as inserted for each statement execute function note_stock_views();
create trigger listings_views_update after update on listings
  referencing new table as changed_to for each statement execute function note_stock_views();

insert into stock_views (listing_id, seller_id, status, views) select id, seller_id, status, views from listings;
create index stock_views_in_order on stock_views (seller_id, status, views, listing_id);
analyze stock_views;
