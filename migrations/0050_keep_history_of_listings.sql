-- compatible: yes

-- Who changed what of a listing, by its versions. Texts are named without their words. `source` is null where nobody knows it.
create table listing_history (
  listing_id  text not null references listings (id) on delete cascade,
  version     integer not null,
  at          timestamptz not null,
  source      text,
  user_id     text,
  changes     jsonb not null,
  primary key (listing_id, version)
);
create index listing_history_by_time on listing_history (at);
