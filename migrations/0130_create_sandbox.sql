-- Only used in sandbox mode: what was mailed, what webhooks brought, how far the clock was moved.
create table sandbox_mails (
  id          bigint generated always as identity primary key,
  recipient   text not null,
  subject     text not null,
  body_text   text not null,
  body_html   text,
  sent_at     timestamptz not null
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
  offset_seconds  bigint not null
);
insert into sandbox_clock (offset_seconds) values (0);
