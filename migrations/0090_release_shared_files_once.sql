-- compatible: yes

-- As before, but a file that several of the deleted rows name is noted once: one statement cannot update a row twice.
create or replace function release_image_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (key, remove_after)
  select distinct rendition ->> 'key', '-infinity'::timestamptz
  from deleted, jsonb_array_elements(deleted.renditions) rendition order by 1
  on conflict (key) do update set remove_after = excluded.remove_after;
  return null;
end
$$;

create or replace function release_import_files() returns trigger language plpgsql as $$
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
  insert into file_removals (key, remove_after) select distinct key, '-infinity'::timestamptz from unnest(dropped) as t(key)
  on conflict (key) do update set remove_after = excluded.remove_after;
  return null;
end
$$;
