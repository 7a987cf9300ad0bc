-- compatible: yes

-- The erasure of a seller finds the titles that others keep of its vehicles.
create index comparison_listings_by_listing on comparison_listings (listing_id);
