-- compatible: yes

-- The last time that a person was told of a listing for each reason, and the price that the notice named. Nobody is told twice
-- within a day, whether a favorite or a saved search is the cause.
create table announcements (
  listing_id  text not null references listings (id) on delete cascade,
  user_id     text not null references users (id),
  reason      text not null check (reason in ('new_match', 'price_drop', 'sold')),
  at          timestamptz not null,
  price       numeric(14, 2),
  currency    text,
  -- The person receives emails for this kind of notification; false: only the application showed it.
  by_mail     boolean not null,
  primary key (listing_id, user_id, reason)
);
create index announcements_by_user on announcements (user_id, at);

-- Replaces favorites.told_price and .told_currency, and saved_search_alerts.price and .currency, which nothing reads any more.
insert into announcements (listing_id, user_id, reason, at, price, currency, by_mail)
select distinct on (listing_id, user_id, reason) listing_id, user_id, reason, at, price, currency, true
from (
  select f.listing_id, f.user_id, 'price_drop' as reason, f.created_at as at, f.told_price as price, f.told_currency as currency
  from favorites f join listings l on l.id = f.listing_id
  where f.told_price is not null
  union all
  select a.listing_id, s.user_id, a.reason, a.sent_at, a.price, a.currency
  from saved_search_alerts a join saved_searches s on s.id = a.search_id
  where a.sent_at is not null and a.price is not null
) told
order by listing_id, user_id, reason, price;
