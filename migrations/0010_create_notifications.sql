-- compatible: no

-- What users were told. The words are made from type and data when they are read, in the reader's language.

create table notifications (
  id          text primary key,
  user_id     text not null references users (id) on delete cascade,
  type        text not null,
  data        jsonb not null,
  link        text,
  -- The same key for the same user is told once, by whichever way.
  dedupe_key  text not null,
  -- false: told by mail only; the row is there for its key.
  in_app      boolean not null,
  read_at     timestamptz,
  created_at  timestamptz not null,
  -- The people a notice tells of: by their id, the names of those of its values that are about them.
  about       jsonb not null default '{}'
);
create unique index notifications_dedupe_key on notifications (user_id, dedupe_key);
create index notifications_list_idx on notifications (user_id, created_at desc, id desc) where in_app;
create index notifications_unread_idx on notifications (user_id, created_at desc, id desc) where in_app and read_at is null;
create index notifications_by_age on notifications (created_at);
create index notifications_about on notifications using gin (about) where about <> '{}';

create table notification_counts (
  user_id  text primary key references users (id) on delete cascade,
  total    integer not null default 0 check (total >= 0),
  unread   integer not null default 0 check (unread >= 0)
) with (fillfactor = 70);

-- Only what differs from the defaults.
create table notification_preferences (
  user_id     text not null references users (id) on delete cascade,
  type        text not null,
  in_app      boolean not null,
  email       boolean not null,
  updated_at  timestamptz not null,
  primary key (user_id, type)
);
