-- The counts beside a list of conversations, each from an index of its own (conversations.repository.ts).
create index conversations_buyer_archived_idx on conversations (buyer_id) where buyer_archived_at is not null;
create index conversations_seller_archived_idx on conversations (seller_id) where seller_archived_at is not null;
