-- What open streams are told, numbered per channel (a user, a seller) without gaps in the order of commit: the row of the
-- channel is locked from the numbering to the commit.

create table live_channels (
  channel   text primary key,
  last_seq  bigint not null
) with (fillfactor = 70);

create table live_events (
  channel     text not null,
  seq         bigint not null,
  type        text not null,
  data        json not null,
  created_at  timestamptz not null,
  primary key (channel, seq)
);
create index live_events_by_age on live_events (created_at);

-- Streams end with the session, the account or the team membership that opened them, in every process at once.
create function announce_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_access', coalesce(new.user_id, old.user_id));
  return null;
end
$$;
create function announce_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('fifthwheel_access', new.id);
  return null;
end
$$;

create trigger sessions_announce_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function announce_access_change();
create trigger users_announce_status after update of status on users
  for each row when (old.status is distinct from new.status) execute function announce_account_change();
create trigger team_members_announce after insert or delete or update of seller_id on team_members
  for each row execute function announce_access_change();
