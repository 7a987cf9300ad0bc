-- compatible: yes

-- Texts by which listings are searched, in a separate narrow table. Most changes affect prices, views or dates, which
-- are not in it: they leave its indexes alone and its pages all-visible, so that searches use index-only scans.
create table listing_texts (
  listing_id  text primary key references listings (id) on delete cascade,
  seller_id   text not null,
  status      text not null,
  created_at  timestamptz not null,
  text        text not null
);

create function note_new_texts() returns trigger language plpgsql as $$
begin
  insert into listing_texts (listing_id, seller_id, status, created_at, text)
    select id, seller_id, status, created_at, listing_text(title, external_id, vin, serial_number) from inserted;
  return null;
end
$$;
create trigger listings_texts_insert after insert on listings
  referencing new table as inserted for each statement execute function note_new_texts();

create function note_changed_text() returns trigger language plpgsql as $$
begin
  update listing_texts
    set seller_id = new.seller_id, status = new.status, created_at = new.created_at,
      text = listing_text(new.title, new.external_id, new.vin, new.serial_number)
    where listing_id = new.id;
  return null;
end
$$;
create trigger listings_texts_update after update on listings
  for each row when (
    (old.seller_id, old.status, old.created_at, old.title, old.external_id, old.vin, old.serial_number)
      is distinct from (new.seller_id, new.status, new.created_at, new.title, new.external_id, new.vin, new.serial_number)
  ) execute function note_changed_text();

insert into listing_texts (listing_id, seller_id, status, created_at, text)
  select id, seller_id, status, created_at, listing_text(title, external_id, vin, serial_number) from listings;

-- Rare texts are found by their trigrams. Frequent ones turn up quickly while reading a seller's stock, or the newest
-- listings.
create index listing_texts_letters on listing_texts using gin (text gin_trgm_ops) with (gin_pending_list_limit = 128);
create index listing_texts_of_seller on listing_texts (seller_id, status, created_at, listing_id) include (text);
create index listing_texts_newest on listing_texts (status, created_at desc, listing_id desc) include (seller_id, text);
