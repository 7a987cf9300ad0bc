-- compatible: no

-- What a buyer keeps: favorites, comparisons, saved searches.

-- Listings that a user watches. Without a foreign key to the listing: it may be purged, and the favorite stays.
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

create table comparisons (
  id             text primary key,
  user_id        text not null references users (id) on delete cascade,
  name           text not null,
  -- null: not shared. A new number makes the links given out before worthless.
  share_version  integer,
  -- The last number ever used.
  share_counter  integer not null default 0,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
create index comparisons_list_idx on comparisons (user_id, updated_at desc, id desc);

create table comparison_listings (
  comparison_id  text not null references comparisons (id) on delete cascade,
  position       smallint not null check (position between 0 and 4),
  -- Without a foreign key, and with the title: the listing may be purged.
  listing_id     text not null,
  title          text not null,
  primary key (comparison_id, position),
  unique (comparison_id, listing_id)
);

create table saved_searches (
  id               text primary key,
  user_id          text not null references users (id) on delete cascade,
  name             text not null,
  -- As it was given: names and values of search parameters.
  query            jsonb not null,
  alerts           boolean not null,
  alert_frequency  text not null check (alert_frequency in ('instant', 'daily', 'weekly')),
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  last_alert_at    timestamptz,
  -- How many listings it found when it was last counted; null until it is counted for the first time.
  match_count      integer,
  counted_at       timestamptz
);
create index saved_searches_by_user on saved_searches (user_id, created_at desc);

-- What a search is told of, each (search, listing, reason) once for all time. Unsent rows wait for their digest.
create table saved_search_alerts (
  search_id   text not null references saved_searches (id) on delete cascade,
  listing_id  text not null references listings (id) on delete cascade,
  reason      text not null check (reason in ('new_match', 'price_drop')),
  created_at  timestamptz not null,
  sent_at     timestamptz,
  primary key (search_id, listing_id, reason)
);
create index saved_search_alerts_unsent on saved_search_alerts (search_id, created_at) where sent_at is null;
