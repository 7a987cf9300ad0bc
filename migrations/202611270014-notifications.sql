-- compatible: no

-- Notifications, and preferences for them.

-- Notifications of users. The text is rendered from type and data when it is read, in the reader's language.
create table notifications (
  id          text primary key,
  user_id     text not null references users (id) on delete cascade,
  type        text not null,
  data        jsonb not null,
  link        text,
  -- A user gets one notification per key, whichever channel delivers it.
  dedupe_key  text not null,
  -- False: sent by email only; the row exists for its key.
  in_app      boolean not null,
  read_at     timestamptz,
  created_at  timestamptz not null,
  -- The users mentioned: by ID, the names of the values that are about them.
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
  -- Notifications up to this time are read, even if their rows do not show it yet: a job updates the rows, then sets
  -- this to null.
  all_read_until  timestamptz
) with (fillfactor = 70);

-- Only values that differ from the defaults.
create table notification_preferences (
  user_id     text not null references users (id) on delete cascade,
  type        text not null,
  in_app      boolean not null,
  email       boolean not null,
  updated_at  timestamptz not null,
  primary key (user_id, type)
);

-- When a user was last notified about a listing, by reason, and the price in that notification. No user is notified
-- twice within a day, whether because of a favorite or a saved search.
create table announcements (
  listing_id      text not null references listings (id) on delete cascade,
  user_id         text not null references users (id),
  reason          text not null check (reason in ('new_match', 'price_drop', 'sold')),
  at              timestamptz not null,
  price           numeric(14, 2),
  currency        text,
  -- Whether the user gets this kind of notification by email; false: it was shown only in the app.
  by_mail         boolean not null,
  -- Whether that price was net.
  vat_deductible  boolean,
  primary key (listing_id, user_id, reason)
);
create index announcements_by_user on announcements (user_id, at);
