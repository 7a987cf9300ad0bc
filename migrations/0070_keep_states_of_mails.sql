-- compatible: yes

-- What has become of the newest mails. Neither their words nor their links are here.
create table mails (
  id          text primary key,
  -- Of its texts
  name        text not null,
  recipient   text not null,
  language    text not null,
  -- With its code covered
  subject     text not null,
  state       text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts    integer not null default 0,
  -- Why it was not sent so far
  reason      text,
  -- The job that sends it; gone when it is done
  job_id      text not null,
  created_at  timestamptz not null,
  done_at     timestamptz
);
create index mails_by_recipient on mails (lower(recipient), id);
