-- Live listings by what is sold: counts per category and brand, and what like vehicles cost, read from the index alone.
drop index listings_category_brand_idx;
create index listings_market_idx on listings (category_id, brand_id, model, year) include (price, currency)
  where status = 'ACTIVE';
