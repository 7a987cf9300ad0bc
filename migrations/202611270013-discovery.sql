-- compatible: no

-- What people keep: favorites, comparisons, saved searches, views of tables. And what searches did not find.

-- Listings that a user watches. Without a foreign key to the listing: it may be purged, and the favorite stays.
create table favorites (
  id                       text primary key,
  user_id                  text not null references users (id) on delete cascade,
  listing_id               text not null,
  title                    text not null,
  price_at_added           numeric(14,2),
  currency_at_added        text,
  created_at               timestamptz not null,
  -- Whether the price that the person knows is net.
  vat_deductible_at_added  boolean
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
-- The erasure of a seller finds the titles that others keep of its vehicles.
create index comparison_listings_by_listing on comparison_listings (listing_id);

create table saved_searches (
  id                    text primary key,
  user_id               text not null references users (id) on delete cascade,
  name                  text not null,
  -- As it was given: names and values of search parameters.
  query                 jsonb not null,
  alerts                boolean not null,
  alert_frequency       text not null check (alert_frequency in ('instant', 'daily', 'weekly')),
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  last_alert_at         timestamptz,
  -- How many listings it found when it was last counted; null until it is counted for the first time.
  match_count           integer,
  counted_at            timestamptz,
  -- When the unsent alerts of a search are told; null when there are none.
  alert_due_at          timestamptz,
  -- Many people save the same search. What it has found is noted once for all of them (saved_query_matches), and each
  -- search keeps how far its owner has been told.
  query_hash            text not null generated always as (md5(query::text)) stored,
  -- The last match that was told, or is not to be; null: all since the search was created are to be told.
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
  -- From when it may be told. A further match for the same reason moves it.
  at          timestamptz not null,
  primary key (query_hash, listing_id, reason)
);
create index saved_query_matches_by_time on saved_query_matches (query_hash, at, listing_id);
create index saved_query_matches_of_listing on saved_query_matches (listing_id);
create index saved_query_matches_by_age on saved_query_matches (at);

-- A lower price of which the owner of a search was told within the day waits for the end of that day.
create table held_price_drops (
  search_id   text not null references saved_searches (id) on delete cascade,
  listing_id  text not null references listings (id) on delete cascade,
  until       timestamptz not null,
  primary key (search_id, listing_id)
);
create index held_price_drops_of_listing on held_price_drops (listing_id);

-- Views of tables that somebody has given a name: what their address shows.
create table saved_views (
  id          text primary key,
  user_id     text not null references users (id) on delete cascade,
  area        text not null,
  name        text not null,
  query       text not null,
  created_at  timestamptz not null,
  constraint saved_views_name_key unique (user_id, area, name)
);

-- Searches that found nothing, for administrators to see which words the market lacks. By nobody: only the words are
-- kept.
create table search_misses (
  words    text primary key check (length(words) between 1 and 200),
  times    integer not null check (times > 0),
  last_at  timestamptz not null
);
create index search_misses_by_times on search_misses (times desc, words);
