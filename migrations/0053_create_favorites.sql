-- Listings that a user keeps an eye on. Without a foreign key to the listing: it may be purged, the memory stays.

create table favorites (
  id                 text primary key,
  user_id            text not null references users (id) on delete cascade,
  listing_id         text not null,
  title              text not null,
  price_at_added     numeric(14,2),
  currency_at_added  text,
  created_at         timestamptz not null
);
create unique index favorites_user_listing_key on favorites (user_id, listing_id);
create index favorites_list_idx on favorites (user_id, created_at desc, id desc);
-- Whom a fall of the price or a sale concerns.
create index favorites_listing_idx on favorites (listing_id, id);
