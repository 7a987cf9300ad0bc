-- The same vehicle at other sellers, in the order in which it is told: the one index of VINs that answers it without a sort.
drop index listings_vin_idx;
create index listings_vin_idx on listings (vin, id) where vin is not null and deleted_at is null;
