-- compatible: yes

-- Views of tables that somebody has given a name: what their address shows.
create table saved_views (
  id          text primary key,
  user_id     text not null references users (id) on delete cascade,
  area        text not null,
  name        text not null,
  query       text not null,
  created_at  timestamptz not null,
  constraint saved_views_name_key unique (user_id, area, name)
);
