-- The name that all files of an image share: media/listings/ab/<name>-large.jpg.
create function image_name(key text) returns text language sql immutable parallel safe as $$
  select split_part(split_part(key, '/', 4), '-', 1)
$$;
-- Which image a stored file belongs to, for the search for files that no row names.
create index listing_images_name_idx on listing_images (image_name(renditions -> 0 ->> 'key'));

-- Bytes that an owner (a seller, or a user who is none) has stored on a day, whatever became of the files.
create table upload_bytes (
  owner_id  text not null,
  day       date not null,
  bytes     bigint not null,
  primary key (owner_id, day)
);

-- Pictures that still wait for their listing are let go when the listing, the import or the seller goes, or when a newer
-- import has taken their place.
create function release_import_files() returns trigger language plpgsql as $$
declare
  dropped text[];
begin
  if tg_table_name = 'imports' then
    dropped := array(select old.storage_key where old.storage_key is not null
                     union select value from jsonb_each_text(old.archived_pictures));
  else
    dropped := array(select source ->> 'key' from jsonb_array_elements(old.sources) source where source ? 'key');
    if tg_op = 'UPDATE' then
      dropped := array(select unnest(dropped) except
                       select source ->> 'key' from jsonb_array_elements(new.sources) source where source ? 'key');
    end if;
  end if;
  insert into file_removals (key, remove_after) select key, '-infinity' from unnest(dropped) as t(key)
  on conflict (key) do update set remove_after = excluded.remove_after;
  return null;
end
$$;
create trigger import_pictures_release_files after update of sources or delete on import_pictures
  for each row execute function release_import_files();
create trigger imports_release_files after delete on imports
  for each row execute function release_import_files();
