-- compatible: yes

-- A dealer's own list in any order but that of views: one index that holds what it is ordered by, in the place of one for each
-- order. The whole stock is read from it and sorted, 40 vehicles to a buffer. It also finds the whole stock for a file, and the
-- weakest offers.
create index listings_seller_stock_idx on listings (seller_id, id)
  include (status, title, price, year, mileage, created_at, updated_at, published_at, expires_at, quality_score)
  where deleted_at is null;
drop index listings_seller_title_idx;
drop index listings_seller_price_idx;
drop index listings_seller_year_idx;
drop index listings_seller_mileage_idx;
drop index listings_seller_published_idx;
drop index listings_seller_expires_idx;
drop index listings_seller_quality_idx;
drop index listings_seller_id_idx;

-- Conversations by their last message, with what else a list asks of them: a page far back passes over entries of the index.
create index conversations_of_seller_idx on conversations (seller_id, updated_at desc, id desc)
  include (seller_unread, seller_archived_at, buyer_id) where seller_deleted_at is null;
create index conversations_of_buyer_idx on conversations (buyer_id, updated_at desc, id desc)
  include (buyer_unread, buyer_archived_at) where buyer_deleted_at is null;
create index conversations_unread_by_seller_idx on conversations (seller_id) include (seller_unread, buyer_id, seller_deleted_at)
  where seller_unread > 0;
create index conversations_unread_by_buyer_idx on conversations (buyer_id) include (buyer_unread, buyer_deleted_at)
  where buyer_unread > 0;
drop index conversations_seller_idx;
drop index conversations_buyer_idx;
drop index conversations_seller_unread_idx;
drop index conversations_buyer_unread_idx;

-- Keys that another has replaced, for their purge.
create index api_keys_by_replacement on api_keys (expires_at) where replaced_by is not null;

-- Whether a webhook carries events that are a person's own, which its log hides from others.
create index webhook_deliveries_of_persons on webhook_deliveries (webhook_id, person_id) where person_id is not null;
