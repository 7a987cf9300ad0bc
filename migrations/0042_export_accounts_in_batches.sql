-- compatible: yes

-- What is kept about a person who has much of it is put together by a job, piece by piece, and lies here until it has been fetched.
create table account_exports (
  id            text primary key,
  user_id       text not null unique references users (id) on delete cascade,
  requested_at  timestamptz not null,
  finished_at   timestamptz,
  rows          bigint not null default 0
);
create index account_exports_by_time on account_exports (requested_at);
create index account_exports_by_end on account_exports (finished_at) where finished_at is not null;

create table account_export_parts (
  export_id  text not null references account_exports (id) on delete cascade,
  number     integer not null,
  -- JSON text, compressed.
  content    bytea not null,
  primary key (export_id, number)
);

-- Replies of a person in the order of time, for an export.
create index reviews_by_reply on reviews (reply_by, created_at, id) where reply_by is not null;
drop index reviews_by_replier;
