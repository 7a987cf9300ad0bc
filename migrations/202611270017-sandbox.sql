-- compatible: no

-- Used only in sandbox mode: what was mailed, what webhooks brought, how far the clock was moved.

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
  -- A sandbox empties its database on request: it works only with one that was empty when it came.
  is_sandbox      boolean not null default false
);
insert into sandbox_clock (offset_seconds) values (0);

-- What describes the program rather than the market (categories, plans …), as it was when the sandbox began or was last
-- upgraded: a reset goes back to it. Only filled in sandbox mode.
create table sandbox_origin (
  table_name  text primary key,
  -- The rows as JSON objects by column.
  rows        jsonb not null,
  -- Which migrations the database had at that time: with others the rows may lack columns, and are taken anew.
  migration   text not null
);
