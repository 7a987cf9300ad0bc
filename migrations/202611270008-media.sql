-- compatible: no

-- Images of listings.

-- The BASE_URL in stored URLs of images and logos; at most one row.
create table public_address (
  base_url  text not null,
  is_only   boolean primary key default true check (is_only)
);

-- The common part in the names of an image's files: media/listings/ab/<name>-large.jpg.
create function image_name(key text) returns text language sql immutable parallel safe as $$
  select split_part(split_part(key, '/', 4), '-', 1)
$$;

create table listing_images (
  id          text primary key,
  listing_id  text not null references listings (id) on delete cascade,
  -- 1 is the listing's thumbnail. Without gaps, which the lock on the listing's row guarantees.
  position    integer not null check (position > 0),
  -- Of the source, after rotation.
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  bytes       integer not null check (bytes > 0),
  checksum    bytea not null,
  -- [{size, format, key, width, height, bytes}]
  renditions  jsonb not null,
  -- Where an import downloaded it.
  source_url  text,
  created_at  timestamptz not null
);
-- Users can upload the same file twice; imports store each file once.
create unique index listing_images_checksum_key on listing_images (listing_id, checksum) where source_url is not null;
create index listing_images_position_idx on listing_images (listing_id, position);
-- The image of a stored file, for the sweep of orphaned files.
create index listing_images_name_idx on listing_images (image_name(renditions -> 0 ->> 'key'));
comment on column listing_images.checksum is 'SHA-256 of the source, by which imports know it again';

-- A trigger, so that every purge of a listing also removes its files, which are due immediately. A file that several
-- deleted rows refer to is recorded once, because one statement cannot update a row twice.
create function release_image_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (key, remove_after)
  select distinct rendition ->> 'key', '-infinity'::timestamptz
  from deleted, jsonb_array_elements(deleted.renditions) rendition order by 1
  on conflict (key) do update set remove_after = excluded.remove_after;
  return null;
end
$$;
create trigger listing_images_release_files after delete on listing_images
  referencing old table as deleted for each statement execute function release_image_files();
