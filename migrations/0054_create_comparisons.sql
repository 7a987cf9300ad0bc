create table comparisons (
  id             text primary key,
  user_id        text not null references users (id) on delete cascade,
  name           text not null,
  -- null: not shared. A new number makes the links given out before worthless.
  share_version  integer,
  -- The last number ever used.
  share_counter  integer not null default 0,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
create index comparisons_list_idx on comparisons (user_id, updated_at desc, id desc);

create table comparison_listings (
  comparison_id  text not null references comparisons (id) on delete cascade,
  position       smallint not null check (position between 0 and 4),
  -- Without a foreign key, and with the title: the listing may be purged.
  listing_id     text not null,
  title          text not null,
  primary key (comparison_id, position),
  unique (comparison_id, listing_id)
);
