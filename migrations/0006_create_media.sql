-- compatible: no

-- Stored files that no row names: uploads that are not committed yet, and what deleted rows have left behind. They are removed
-- from the storage some time after the instant given here, and then from this table.
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
  checksum    bytea not null,
  -- [{size, format, key, width, height, bytes}]
  renditions  jsonb not null,
  -- Where an import found it.
  source_url  text,
  created_at  timestamptz not null
);
comment on column listing_images.checksum is 'SHA-256 of the source, by which imports know it again';
-- The same file may be uploaded twice; what imports fetch is stored once.
create unique index listing_images_checksum_key on listing_images (listing_id, checksum) where source_url is not null;
create index listing_images_position_idx on listing_images (listing_id, position);

-- The name that all files of an image share: media/listings/ab/<name>-large.jpg.
create function image_name(key text) returns text language sql immutable parallel safe as $$
  select split_part(split_part(key, '/', 4), '-', 1)
$$;
-- Which image a stored file belongs to, for the search for files that no row names.
create index listing_images_name_idx on listing_images (image_name(renditions -> 0 ->> 'key'));

-- Bytes that an owner (a seller, or a user without one) stored on a day, whatever became of the files.
create table upload_bytes (
  owner_id  text not null,
  day       date not null,
  bytes     bigint not null,
  primary key (owner_id, day)
);

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

-- A logo's file goes when its seller no longer names it. The key of the file decides: the address before it may change.
create function release_logo_file() returns trigger language plpgsql as $$
declare
  before text := substring(old.logo from '/(media/logos/[^/]+/[^/]+)$');
  after text := case when tg_op = 'UPDATE' then substring(new.logo from '/(media/logos/[^/]+/[^/]+)$') end;
begin
  if before is not null and before is distinct from after then
    insert into file_removals (key, remove_after) values (before, '-infinity')
    on conflict (key) do update set remove_after = excluded.remove_after;
  end if;
  return null;
end
$$;
create trigger sellers_release_logo after update of logo or delete on sellers
  for each row when (old.logo is not null) execute function release_logo_file();
