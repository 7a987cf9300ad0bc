-- The file of a logo goes when no seller names it any more. What counts is the key of the file: the address before it may change.
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
