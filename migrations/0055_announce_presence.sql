-- Whoever comes back after two minutes away is told to all processes, whichever request notices it: the id of the user, and
-- of the seller whose team the user belongs to.
create function announce_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_presence', concat_ws(' ', new.id, (select seller_id from team_members where user_id = new.id)));
  return null;
end
$$;

create trigger users_announce_presence after update of last_seen_at on users
  for each row when (new.last_seen_at > coalesce(old.last_seen_at, '-infinity') + interval '2 minutes')
  execute function announce_presence();
