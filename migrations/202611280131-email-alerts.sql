-- compatible: yes

-- Alerts of people without an account: an address receives new vehicles of a search, once it has confirmed that it wants to.
create table email_alerts (
  id                text primary key,
  email             text not null check (length(email) between 3 and 320),
  language          text not null,
  name              text not null check (length(name) between 1 and 100),
  query             jsonb not null,
  query_hash        text not null generated always as (md5(query::text)) stored,
  -- SHA-256 of the token in the confirmation email.
  token_hash        bytea not null,
  token_expires_at  timestamptz not null,
  created_at        timestamptz not null,
  confirmed_at      timestamptz,
  -- Matches up to this time have been announced or skipped. Null until it is confirmed, like the next column.
  announced_until   timestamptz,
  due_at            timestamptz,
  last_alert_at     timestamptz
);
create unique index email_alerts_address_key on email_alerts (lower(email), query_hash);
create unique index email_alerts_token_key on email_alerts (token_hash);
create index email_alerts_due on email_alerts (due_at, id) where confirmed_at is not null;
create index email_alerts_by_query on email_alerts (query_hash) where confirmed_at is not null;
create index email_alerts_unconfirmed on email_alerts (token_expires_at) where confirmed_at is null;
