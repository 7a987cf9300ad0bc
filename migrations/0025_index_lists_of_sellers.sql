-- compatible: yes

-- A seller's list in each order that it offers, but for two: every change of a listing would move it in an index of when it
-- was changed, and every view in one of the views.
create index listings_seller_title_idx on listings (seller_id, title, id) where deleted_at is null;
create index listings_seller_price_idx on listings (seller_id, price, id) where deleted_at is null;
create index listings_seller_year_idx on listings (seller_id, year, id) where deleted_at is null;
create index listings_seller_mileage_idx on listings (seller_id, mileage, id) where deleted_at is null;
create index listings_seller_published_idx on listings (seller_id, published_at, id) where deleted_at is null;
create index listings_seller_expires_idx on listings (seller_id, expires_at, id) where deleted_at is null;
create index listings_seller_quality_idx on listings (seller_id, quality_score, id) where deleted_at is null;

-- The whole stock, for a file.
create index listings_seller_id_idx on listings (seller_id, id) where deleted_at is null;

-- The listings of a category or brand in batches, when it is renamed, moved or merged.
create index listings_of_category_idx on listings (category_id, id);
create index listings_of_subcategory_idx on listings (subcategory_id, id);
create index listings_of_brand_idx on listings (brand_id, id);
drop index listings_category_id_idx;
drop index listings_subcategory_id_idx;
drop index listings_brand_id_idx;

-- Whether any listing has a feature.
create index listings_features_idx on listings using gin (features);
