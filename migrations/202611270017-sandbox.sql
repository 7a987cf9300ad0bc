-- compatible: no

-- Used only in sandbox mode: sent emails, received webhooks, and the offset of the clock.

create table sandbox_mails (
  id         bigint generated always as identity primary key,
  recipient  text not null,
  subject    text not null,
  body_text  text not null,
  body_html  text,
  sent_at    timestamptz not null
);

create table sandbox_inbox (
  id           bigint generated always as identity primary key,
  name         text not null,
  headers      jsonb not null,
  body         text not null,
  received_at  timestamptz not null
);
create index sandbox_inbox_by_name on sandbox_inbox (name, id);

create table sandbox_clock (
  only_row        boolean primary key default true check (only_row),
  offset_seconds  bigint not null,
  -- A sandbox empties its database on request, so it accepts only a database that was empty at first.
  is_sandbox      boolean not null default false
);
insert into sandbox_clock (offset_seconds) values (0);

-- Rows that describe the product rather than the marketplace (categories, plans …), as they were when the sandbox was
-- created or last upgraded. A reset restores them. Filled only in sandbox mode.
create table sandbox_origin (
  table_name  text primary key,
  -- The rows as JSON objects by column.
  rows        jsonb not null,
  -- The last migration at that time: after another one, rows can lack columns, so they are copied again.
  migration   text not null
);
