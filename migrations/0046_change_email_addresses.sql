-- compatible: yes

-- The address that an account asks for, until the code sent there has come back.
create table email_changes (
  user_id       text primary key references users (id) on delete cascade,
  email         text not null,
  code_hash     bytea not null,
  tries         integer not null default 0,
  expires_at    timestamptz not null,
  issued        integer not null default 1,
  issued_since  timestamptz not null
);
create index email_changes_by_expiry on email_changes (expires_at);
