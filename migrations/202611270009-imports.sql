-- compatible: no

-- Imports of listings from files and feeds.

-- Who is told of the result of an import, or of a feed; erasure looks for an address.
create function import_receivers(options jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select lower(receiver) from jsonb_array_elements_text(options -> 'notifyEmails') as receiver)
$$;

-- The file waits in the storage; the position says how far it has been written, and moves in
-- the transactions that write the rows, so that a repeat goes on where the last one stopped.
create table imports (
  id                    text primary key,
  seller_id             text not null references sellers (id) on delete cascade,
  -- Who started it, or set up the pull.
  user_id               text not null,
  origin                text not null check (origin in ('upload', 'url', 'pull')),
  filename              text,
  url                   text,
  status                text not null check (status in (
    'queued', 'running', 'completed', 'completed_with_errors', 'failed', 'canceled'
  )),
  preset                text not null,
  mode                  text not null check (mode in ('upsert', 'full')),
  dry_run               boolean not null,
  publish               text not null check (publish in ('draft', 'submit')),
  -- What was asked for beyond that, and where nothing was: {format, delimiter, encoding, hasHeader, currency, …}.
  options               jsonb not null,
  -- How the file is read, found out once: {format, encoding, delimiter, columns, hasHeader}.
  file_format           jsonb,
  -- Below private/imports/; null once it is gone.
  storage_key           text,
  -- Pictures that came in the same archive: {"A17_1.jpg": storage key}.
  archived_pictures     jsonb not null default '{}',
  -- Rows of data in the file.
  rows_total            integer check (rows_total >= 0),
  -- Of the plan's rows a day.
  rows_counted          integer not null default 0,
  counted_on            date,
  position              integer not null default 0 check (position >= 0),
  created_count         integer not null default 0,
  updated_count         integer not null default 0,
  unchanged_count       integer not null default 0,
  removed_count         integer not null default 0,
  skipped_count         integer not null default 0,
  failed_count          integer not null default 0,
  warning_count         integer not null default 0,
  -- Rows whose key could not be read, so that nobody can say what they stood for.
  keyless_count         integer not null default 0,
  images_total          integer not null default 0,
  images_stored         integer not null default 0,
  images_failed         integer not null default 0,
  -- [{field, written, meant, rows}]
  aliases               jsonb not null default '[]',
  error                 jsonb,
  created_at            timestamptz not null,
  started_at            timestamptz,
  finished_at           timestamptz,
  -- By those of a later order for the same listing.
  images_replaced       integer not null default 0,
  -- When the pictures had all come, failed or been replaced.
  pictures_finished_at  timestamptz
);
create index imports_by_seller on imports (seller_id, created_at desc, id desc);
-- One at a time: two imports of the same stock would undo each other.
create unique index imports_one_running_key on imports (seller_id) where status in ('queued', 'running');
create index imports_counted on imports (seller_id, counted_on) where counted_on is not null;
create index imports_finished on imports (finished_at) where finished_at is not null;
-- Whoever is told of an import's result.
create index imports_by_receiver on imports using gin (import_receivers(options)) where options ? 'notifyEmails';
-- What a person has begun.
create index imports_by_user on imports (user_id, created_at, id);
-- Imports of a state.
create index imports_by_state on imports (seller_id, status, created_at desc, id desc);

-- Pictures that still wait for their listing are released when the listing, the import or the seller goes, or when a
-- newer import takes their place.
create function release_import_files() returns trigger language plpgsql as $$
declare
  dropped text[];
begin
  if tg_table_name = 'imports' then
    dropped := array(select old.storage_key where old.storage_key is not null
                     union select value from jsonb_each_text(old.archived_pictures));
  else
    dropped := array(select source ->> 'key' from jsonb_array_elements(old.sources) source where source ? 'key');
    if tg_op = 'UPDATE' then
      dropped := array(select unnest(dropped) except
                       select source ->> 'key' from jsonb_array_elements(new.sources) source where source ? 'key');
    end if;
  end if;
  insert into file_removals (key, remove_after) select distinct key, '-infinity'::timestamptz from unnest(dropped) as t(key)
  on conflict (key) do update set remove_after = excluded.remove_after;
  return null;
end
$$;
create trigger imports_release_files after delete on imports
  for each row execute function release_import_files();

create table import_problems (
  import_id    text not null references imports (id) on delete cascade,
  seq          bigint generated always as identity,
  -- 1 is the first row of data; null: the file as a whole.
  row_number   integer,
  external_id  text,
  column_name  text,
  field        text,
  value        text,
  severity     text not null check (severity in ('error', 'warning')),
  code         text not null,
  message      text not null,
  suggestion   text,
  primary key (import_id, seq)
);
-- A page of the problems, and the errors of a refused row, whatever their number: lists are in this order.
create index import_problems_by_row on import_problems (import_id, severity, row_number nulls first, seq);

-- The cells of the rows that were not taken, for a report that can be corrected and sent again.
create table import_failed_rows (
  import_id   text not null references imports (id) on delete cascade,
  row_number  integer not null,
  cells       jsonb not null,
  primary key (import_id, row_number)
);

-- Listings that a full import took off the market because the file did not have them. One that comes back goes live
-- again, which one that its seller paused by hand does not.
create table import_retirements (
  listing_id  text primary key references listings (id) on delete cascade,
  import_id   text not null,
  at          timestamptz not null
);

-- Pictures that the last import of a listing named, or its seller by address in a call of its own, without an import.
-- A newer order replaces an older one.
create table import_pictures (
  listing_id   text primary key references listings (id) on delete cascade,
  import_id    text references imports (id) on delete cascade,
  row_number   integer,
  external_id  text,
  -- [{url}] or [{key, name}] of pictures that came in the same archive.
  sources      jsonb not null,
  -- The listing waits for its pictures before it goes live.
  publish      boolean not null,
  created_at   timestamptz not null,
  -- What could not be fetched stays with the order, for the seller to read, until the next one.
  failures     jsonb
);
create index import_pictures_by_import on import_pictures (import_id);
create trigger import_pictures_release_files after update of sources or delete on import_pictures
  for each row execute function release_import_files();

-- Feeds that are fetched from an address by the plan's interval.
create table import_pulls (
  seller_id       text primary key references sellers (id) on delete cascade,
  user_id         text not null,
  url             text not null,
  options         jsonb not null,
  next_at         timestamptz not null,
  last_import_id  text,
  last_error      text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index import_pulls_due on import_pulls (next_at);
create index import_pulls_by_receiver on import_pulls using gin (import_receivers(options))
  where options ? 'notifyEmails';
create index import_pulls_by_user on import_pulls (user_id);

-- What the columns of a seller's files are, by format: names of the files to columns of the format, null where one is
-- not read.
create table import_mappings (
  seller_id   text not null references sellers (id) on delete cascade,
  preset      text not null,
  columns     jsonb not null,
  updated_at  timestamptz not null,
  -- What values in the columns of a seller's files mean: [{column, written, meant}]; a null meant leaves the value out.
  words       jsonb not null default '[]',
  primary key (seller_id, preset)
);
