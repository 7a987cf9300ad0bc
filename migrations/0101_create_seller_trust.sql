-- How a seller's trust score came about, for the seller to see, and when it is to be made anew.
create table seller_trust (
  seller_id  text primary key references sellers (id) on delete cascade,
  -- {name: points}
  parts      jsonb not null,
  scored_at  timestamptz not null
);
create index seller_trust_age_idx on seller_trust (scored_at);
