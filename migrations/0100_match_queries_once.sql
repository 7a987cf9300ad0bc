-- compatible: no

-- Many people save the same search. What it has found is noted once for all of them, and each search keeps how far its owner has been
-- told. Before, every change of a listing was a row for each search: 100 lower prices were 160,000 rows.
alter table saved_searches
  add column query_hash text not null generated always as (md5(query::text)) stored,
  -- The last match that was told, or is not to be; null: all since the search was created are to be told.
  add column alerts_after timestamptz,
  add column alerts_after_listing text not null default '';
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

insert into saved_query_matches (query_hash, listing_id, reason, at)
select s.query_hash, a.listing_id, a.reason, max(a.created_at)
from saved_search_alerts a join saved_searches s on s.id = a.search_id
where a.sent_at is null
group by s.query_hash, a.listing_id, a.reason;
update saved_searches set alerts_after = last_alert_at where last_alert_at is not null;

-- That somebody was told that a listing is new stands with all other announcements. One that goes live again a month later is news.
insert into announcements (listing_id, user_id, reason, at, by_mail)
select a.listing_id, s.user_id, 'new_match', max(a.sent_at), true
from saved_search_alerts a join saved_searches s on s.id = a.search_id
where a.reason = 'new_match' and a.sent_at > now() - interval '30 days'
group by a.listing_id, s.user_id
on conflict do nothing;
drop table saved_search_alerts;
