-- compatible: no

-- What people are told, and what they want to be told.

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
create index notifications_unread_idx on notifications (user_id, created_at desc, id desc)
  where in_app and read_at is null;
create index notifications_by_age on notifications (created_at);
create index notifications_about on notifications using gin (about) where about <> '{}';

create table notification_counts (
  user_id         text primary key references users (id) on delete cascade,
  total           integer not null default 0 check (total >= 0),
  unread          integer not null default 0 check (unread >= 0),
  -- Notices up to this moment are read, though not all of their rows say so yet: a job writes them, and ends it with
  -- null.
  all_read_until  timestamptz
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

-- The last time that a person was told of a listing for each reason, and the price that the notice named. Nobody is
-- told twice within a day, whether a favorite or a saved search is the cause.
create table announcements (
  listing_id      text not null references listings (id) on delete cascade,
  user_id         text not null references users (id),
  reason          text not null check (reason in ('new_match', 'price_drop', 'sold')),
  at              timestamptz not null,
  price           numeric(14, 2),
  currency        text,
  -- The person receives emails for this kind of notification; false: only the application showed it.
  by_mail         boolean not null,
  -- Whether that price was net.
  vat_deductible  boolean,
  primary key (listing_id, user_id, reason)
);
create index announcements_by_user on announcements (user_id, at);
