-- Files below /media that no row names: uploads that are not committed yet, and what deleted rows have left behind. They are
-- removed from the storage some time after the instant given here, and their rows with them.
create table file_removals (
  key           text primary key,
  remove_after  timestamptz not null
);
create index file_removals_due_idx on file_removals (remove_after);

create table listing_images (
  id          text primary key,
  listing_id  text not null references listings (id) on delete cascade,
  -- 1 is the thumbnail of the listing; without gaps, kept so under the lock of the listing's row.
  position    integer not null check (position > 0),
  -- Of the source, as it is to be looked at.
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  bytes       integer not null check (bytes > 0),
  -- SHA-256 of the source: the same file is stored once per listing.
  checksum    bytea not null,
  -- [{size, format, key, width, height, bytes}]
  renditions  jsonb not null,
  -- Where an import found it.
  source_url  text,
  created_at  timestamptz not null
);
create unique index listing_images_checksum_key on listing_images (listing_id, checksum);
create index listing_images_position_idx on listing_images (listing_id, position);

-- A trigger, so that the files of purged listings go too, whoever purges them. They are due at once.
create function release_image_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (key, remove_after)
  select rendition ->> 'key', '-infinity' from deleted, jsonb_array_elements(deleted.renditions) rendition
  on conflict (key) do update set remove_after = excluded.remove_after;
  return null;
end
$$;
create trigger listing_images_release_files after delete on listing_images
  referencing old table as deleted for each statement execute function release_image_files();
