-- The numbers beside a list of conversations are counted in one pass over its index, without the rows.
drop index conversations_buyer_idx;
create index conversations_buyer_idx on conversations (buyer_id, updated_at desc, id desc) include (buyer_unread)
  where buyer_deleted_at is null;
drop index conversations_seller_idx;
create index conversations_seller_idx on conversations (seller_id, updated_at desc, id desc) include (seller_unread)
  where seller_deleted_at is null;
