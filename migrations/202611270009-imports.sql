-- compatible: no

-- Imports of listings from files and feeds.

-- Email addresses that receive the result of an import or feed; erasures search for them.
create function import_receivers(options jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select lower(receiver) from jsonb_array_elements_text(options -> 'notifyEmails') as receiver)
$$;

-- Imports. The file waits in storage. The position shows how much of it has been written, and advances in the
-- transactions that write the rows, so that a retry continues there.
create table imports (
  id                    text primary key,
  seller_id             text not null references sellers (id) on delete cascade,
  -- The user who started the import or set up the feed.
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
  -- Further options of the request, and defaults for the others: {format, delimiter, encoding, hasHeader, currency,
  -- …}.
  options               jsonb not null,
  -- How to read the file, detected once: {format, encoding, delimiter, columns, hasHeader}.
  file_format           jsonb,
  -- Below private/imports/; null once the file is deleted.
  storage_key           text,
  -- Images in the same archive: {"A17_1.jpg": storage key}.
  archived_pictures     jsonb not null default '{}',
  -- Number of data rows in the file.
  rows_total            integer check (rows_total >= 0),
  -- Counted against the plan's daily quota of rows.
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
  -- Number of rows whose key could not be read, so that their listings are unknown.
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
  -- Number of images replaced by those of a newer import of the listing.
  images_replaced       integer not null default 0,
  -- When all images were stored, failed or replaced.
  pictures_finished_at  timestamptz
);
create index imports_by_seller on imports (seller_id, created_at desc, id desc);
-- One at a time: two imports of the same stock would undo each other.
create unique index imports_one_running_key on imports (seller_id) where status in ('queued', 'running');
create index imports_counted on imports (seller_id, counted_on) where counted_on is not null;
create index imports_finished on imports (finished_at) where finished_at is not null;
-- By recipient of the result.
create index imports_by_receiver on imports using gin (import_receivers(options)) where options ? 'notifyEmails';
-- By the user who started the import.
create index imports_by_user on imports (user_id, created_at, id);
-- By state.
create index imports_by_state on imports (seller_id, status, created_at desc, id desc);

-- Files of images that wait for their listing are removed when the listing, import or seller is deleted, or when a
-- newer import replaces them.
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
  -- 1 is the first data row; null: the file as a whole.
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
-- A page of problems, or the errors of a rejected row, in list order, however many there are.
create index import_problems_by_row on import_problems (import_id, severity, row_number nulls first, seq);

-- Cells of the rejected rows, for a report that can be corrected and imported again.
create table import_failed_rows (
  import_id   text not null references imports (id) on delete cascade,
  row_number  integer not null,
  cells       jsonb not null,
  primary key (import_id, row_number)
);

-- Listings that a full import took off the market because the file did not contain them. They go live again when a
-- file contains them; listings that the seller paused do not.
create table import_retirements (
  listing_id  text primary key references listings (id) on delete cascade,
  import_id   text not null,
  at          timestamptz not null
);

-- Images to download for a listing: those named by its last import, or by a request with URLs and no import. A newer
-- order replaces an older one.
create table import_pictures (
  listing_id   text primary key references listings (id) on delete cascade,
  import_id    text references imports (id) on delete cascade,
  row_number   integer,
  external_id  text,
  -- [{url}], or [{key, name}] for images in the same archive.
  sources      jsonb not null,
  -- Whether the listing goes live once its images are stored.
  publish      boolean not null,
  created_at   timestamptz not null,
  -- Failed downloads stay here for the seller to read, until the next order.
  failures     jsonb
);
create index import_pictures_by_import on import_pictures (import_id);
create trigger import_pictures_release_files after update of sources or delete on import_pictures
  for each row execute function release_import_files();

-- Feeds that are fetched from a URL at the plan's interval.
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

-- Column mapping of a seller's files, by format: column names of the file to columns of the format; null: the column
-- is ignored.
create table import_mappings (
  seller_id   text not null references sellers (id) on delete cascade,
  preset      text not null,
  columns     jsonb not null,
  updated_at  timestamptz not null,
  -- Meanings of values in a seller's columns: [{column, written, meant}]; if `meant` is null, the value is ignored.
  words       jsonb not null default '[]',
  primary key (seller_id, preset)
);
