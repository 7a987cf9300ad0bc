-- compatible: yes
-- transaction: no

-- A dealer's own list in each order, state by state: a page is merged from the states that it shows, and costs what it shows, whatever
-- the stock. With the states first, no state has to be looked for among the others. That index which held the whole stock for every
-- order goes, and so does the one of the newest first of all states.
drop index concurrently if exists listings_own_by_update;
create index concurrently listings_own_by_update on listings (seller_id, status, updated_at, id) where deleted_at is null;
drop index concurrently if exists listings_own_by_publication;
create index concurrently listings_own_by_publication on listings (seller_id, status, published_at, id) where deleted_at is null;
drop index concurrently if exists listings_own_by_expiry;
create index concurrently listings_own_by_expiry on listings (seller_id, status, expires_at, id) where deleted_at is null;
drop index concurrently if exists listings_own_by_title;
create index concurrently listings_own_by_title on listings (seller_id, status, title, id) where deleted_at is null;
drop index concurrently if exists listings_own_by_price;
create index concurrently listings_own_by_price on listings (seller_id, status, price, id) where deleted_at is null;
drop index concurrently if exists listings_own_by_year;
create index concurrently listings_own_by_year on listings (seller_id, status, year, id) where deleted_at is null;
drop index concurrently if exists listings_own_by_mileage;
create index concurrently listings_own_by_mileage on listings (seller_id, status, mileage, id) where deleted_at is null;
drop index concurrently if exists listings_own_by_quality;
create index concurrently listings_own_by_quality on listings (seller_id, status, quality_score, id) where deleted_at is null;
drop index concurrently if exists listings_own;
create index concurrently listings_own on listings (seller_id, id) where deleted_at is null;
drop index concurrently if exists listings_own_featured;
create index concurrently listings_own_featured on listings (seller_id) where featured;
drop index concurrently if exists listings_seller_stock_idx;
drop index concurrently if exists listings_seller_created_idx;
