-- compatible: yes

-- A message takes a conversation out of its recipient's archive. Do the same for those that arrived before.
update conversations set buyer_archived_at = null where buyer_archived_at is not null and buyer_unread > 0;
update conversations set seller_archived_at = null where seller_archived_at is not null and seller_unread > 0;
