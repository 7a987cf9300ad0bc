-- The same file may be uploaded twice; what imports fetch is still there once.
drop index listing_images_checksum_key;
create unique index listing_images_checksum_key on listing_images (listing_id, checksum) where source_url is not null;
comment on column listing_images.checksum is 'SHA-256 of the source, by which imports know it again';
