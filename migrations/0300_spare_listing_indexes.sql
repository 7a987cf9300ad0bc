-- Nobody looks for listings by the import that wrote them, and every import wrote this index anew for each of its rows.
drop index listings_import_id_idx;
-- Vehicles without a VIN are told apart by nothing else; they need no entry.
drop index listings_seller_vin_key;
create unique index listings_seller_vin_key on listings (seller_id, vin) where vin is not null and deleted_at is null;
-- The log is read in the order of its numbers.
drop index listing_changes_xid_seq_key;
