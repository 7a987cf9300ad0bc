-- compatible: no

-- Favorites, comparisons, saved searches, saved table views, and searches without results.

-- Favorite listings of users. No foreign key to the listing: the favorite stays even if the listing is purged.
create table favorites (
  id                       text primary key,
  user_id                  text not null references users (id) on delete cascade,
  listing_id               text not null,
  title                    text not null,
  price_at_added           numeric(14,2),
  currency_at_added        text,
  created_at               timestamptz not null,
  -- Whether the price at that time was net.
  vat_deductible_at_added  boolean
);
create unique index favorites_user_listing_key on favorites (user_id, listing_id);
create index favorites_list_idx on favorites (user_id, created_at desc, id desc);
-- Users to notify of a price drop or sale.
create index favorites_listing_idx on favorites (listing_id, id);

create table comparisons (
  id             text primary key,
  user_id        text not null references users (id) on delete cascade,
  name           text not null,
  -- Null: not shared. A new number invalidates all earlier links.
  share_version  integer,
  -- The last number used.
  share_counter  integer not null default 0,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
create index comparisons_list_idx on comparisons (user_id, updated_at desc, id desc);

create table comparison_listings (
  comparison_id  text not null references comparisons (id) on delete cascade,
  position       smallint not null check (position between 0 and 4),
  -- No foreign key, and the title is copied: the listing may be purged.
  listing_id     text not null,
  title          text not null,
  primary key (comparison_id, position),
  unique (comparison_id, listing_id)
);
-- For the erasure of a seller: titles of its vehicles in comparisons of other users.
create index comparison_listings_by_listing on comparison_listings (listing_id);

create table saved_searches (
  id                    text primary key,
  user_id               text not null references users (id) on delete cascade,
  name                  text not null,
  -- The search parameters as the user entered them.
  query                 jsonb not null,
  alerts                boolean not null,
  alert_frequency       text not null check (alert_frequency in ('instant', 'daily', 'weekly')),
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  last_alert_at         timestamptz,
  -- Number of results at the last count; null until the first one.
  match_count           integer,
  counted_at            timestamptz,
  -- When the pending alerts are due; null: none are pending.
  alert_due_at          timestamptz,
  -- Many users save the same search. Matches are stored once for all of them (saved_query_matches), and each search
  -- stores how far its owner has been notified.
  query_hash            text not null generated always as (md5(query::text)) stored,
  -- Time of the last match that was announced or skipped; null: all matches since the search was created are to be
  -- announced.
  alerts_after          timestamptz,
  alerts_after_listing  text not null default ''
);
create index saved_searches_by_user on saved_searches (user_id, created_at desc);
create index saved_searches_due on saved_searches (alert_due_at, id) where alerts and alert_due_at is not null;
create index saved_searches_by_query on saved_searches (query_hash, alert_frequency, alert_due_at) where alerts;

create table saved_query_matches (
  query_hash  text not null,
  listing_id  text not null references listings (id) on delete cascade,
  reason      text not null check (reason in ('new_match', 'price_drop')),
  -- When it may be announced. Another match for the same reason postpones it.
  at          timestamptz not null,
  primary key (query_hash, listing_id, reason)
);
create index saved_query_matches_by_time on saved_query_matches (query_hash, at, listing_id);
create index saved_query_matches_of_listing on saved_query_matches (listing_id);
create index saved_query_matches_by_age on saved_query_matches (at);

-- Price drops within a day of the last notification about the same listing wait for the end of that day.
create table held_price_drops (
  search_id   text not null references saved_searches (id) on delete cascade,
  listing_id  text not null references listings (id) on delete cascade,
  until       timestamptz not null,
  primary key (search_id, listing_id)
);
create index held_price_drops_of_listing on held_price_drops (listing_id);

-- Named table views: the parameters of their URLs.
create table saved_views (
  id          text primary key,
  user_id     text not null references users (id) on delete cascade,
  area        text not null,
  name        text not null,
  query       text not null,
  created_at  timestamptz not null,
  constraint saved_views_name_key unique (user_id, area, name)
);

-- Searches without results, so that administrators see which query terms find nothing. Stored without the user.
create table search_misses (
  words    text primary key check (length(words) between 1 and 200),
  times    integer not null check (times > 0),
  last_at  timestamptz not null
);
create index search_misses_by_times on search_misses (times desc, words);
