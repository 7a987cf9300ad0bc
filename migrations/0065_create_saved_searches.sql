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
  last_alert_at    timestamptz
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
