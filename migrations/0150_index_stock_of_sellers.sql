-- Counts and sums over a seller's stock name states, not deleted_at, and could not use an index that is limited by it.
drop index listings_seller_status_idx;
create index listings_seller_status_idx on listings (seller_id, status, created_at desc, id desc);
