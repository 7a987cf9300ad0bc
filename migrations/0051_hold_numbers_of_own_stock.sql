-- compatible: yes

-- The same with the stock number, by which the figures of a whole stock are put in order.
drop index listings_seller_stock_idx;
create index listings_seller_stock_idx on listings (seller_id, id)
  include (status, title, price, year, mileage, created_at, updated_at, published_at, expires_at, quality_score, external_id)
  where deleted_at is null;
