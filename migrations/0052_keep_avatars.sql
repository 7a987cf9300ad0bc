-- compatible: yes

create function avatar_key(url text) returns text language sql immutable parallel safe as $$
  select substring(url from '/(media/avatars/[^/]+/[^/]+)$')
$$;
create index users_by_avatar on users (avatar_key(avatar)) where avatar is not null;

-- The file goes when the person no longer names it, as a logo's does.
create function release_avatar_file() returns trigger language plpgsql as $$
declare
  before text := avatar_key(old.avatar);
begin
  if before is not null and (tg_op = 'DELETE' or before is distinct from avatar_key(new.avatar)) then
    insert into file_removals (key, remove_after) values (before, '-infinity')
    on conflict (key) do update set remove_after = excluded.remove_after;
  end if;
  return null;
end
$$;
create trigger users_release_avatar after update of avatar or delete on users
  for each row when (old.avatar is not null) execute function release_avatar_file();
