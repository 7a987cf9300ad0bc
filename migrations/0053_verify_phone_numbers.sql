-- compatible: yes

-- The number that an account wants to have verified, until the code sent there has come back.
create table phone_codes (
  user_id       text primary key references users (id) on delete cascade,
  phone         text not null,
  code_hash     bytea not null,
  tries         integer not null default 0,
  expires_at    timestamptz not null,
  issued        integer not null default 1,
  issued_since  timestamptz not null
);
create index phone_codes_by_expiry on phone_codes (expires_at);
