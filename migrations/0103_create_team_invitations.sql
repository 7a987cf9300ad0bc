create table team_invitations (
  id           text primary key,
  seller_id    text not null references sellers (id) on delete cascade,
  email        text not null,
  role         text not null check (role in ('OWNER', 'MANAGER', 'AGENT', 'VIEWER')),
  token_hash   bytea not null,
  invited_by   text references users (id) on delete set null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  revoked_at   timestamptz
);
create unique index team_invitations_token_key on team_invitations (token_hash);
-- One open invitation per address and seller; an expired one is replaced.
create unique index team_invitations_open_key on team_invitations (seller_id, lower(email)) where accepted_at is null and revoked_at is null;
