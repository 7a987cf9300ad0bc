-- compatible: no

-- Addresses that events are sent to, what is to be sent, and every attempt at it. What happens to a person goes to that person's
-- own webhooks, not to those of the whole team; a webhook made with an API key is sent only what that key may read.

create table webhooks (
  id                     text primary key,
  -- Null: a webhook of an administrator, which belongs to no seller.
  seller_id              text references sellers (id) on delete cascade,
  url                    text not null,
  -- Names of events, or '*' for all.
  events                 text[] not null,
  status                 text not null default 'active' check (status in ('active', 'disabled')),
  -- Sealed: signing needs the secret itself. Empty once deleted.
  secret                 bytea not null,
  -- After a rotation the old one signs too, until then.
  previous_secret        bytea,
  previous_secret_until  timestamptz,
  disabled_at            timestamptz,
  -- Its deliveries and attempts go in the background, then the row.
  deleted_at             timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  -- The person whose own events are sent here too. Nobody, once that person has left the team.
  user_id                text references users (id),
  -- The scopes of the API key that chose address or events; null: chosen by somebody signed in.
  scopes                 text[],
  constraint webhooks_member_fkey foreign key (seller_id, user_id)
    references team_members (seller_id, user_id) on delete set null (user_id),
  constraint webhooks_owner_check check (seller_id is not null or user_id is not null)
);
create index webhooks_by_seller on webhooks (seller_id, created_at, id) where deleted_at is null;
create index webhooks_by_person on webhooks (user_id, created_at, id) where deleted_at is null and user_id is not null;
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;

-- The bytes of an event as every attempt sends them, once for all webhooks.
create table webhook_payloads (
  event_id    text primary key,
  event_type  text not null,
  body        bytea not null,
  created_at  timestamptz not null
);
create index webhook_payloads_by_age on webhook_payloads (created_at);

create table webhook_deliveries (
  webhook_id      text not null references webhooks (id) on delete cascade,
  event_id        text not null references webhook_payloads (event_id),
  -- undelivered: nothing more is tried unless somebody asks for it.
  state           text not null check (state in ('pending', 'delivered', 'undelivered')),
  -- When the next attempt is due; stays while that attempt runs.
  due_at          timestamptz,
  -- Finished attempts since it was first sent or replayed.
  attempts        integer not null default 0,
  -- Attempts that were asked for by hand and have not begun.
  retries_wanted  integer not null default 0,
  -- Counts the claims: whoever claimed it before an outcome of a later claim changes nothing.
  claims          integer not null default 0,
  lease_until     timestamptz,
  is_test         boolean not null default false,
  delivered_at    timestamptz,
  created_at      timestamptz not null,
  -- The person whose own event a delivery carries: only that person may see it or have it sent.
  person_id       text,
  primary key (webhook_id, event_id),
  check ((state = 'pending') = (due_at is not null))
);
-- Begins with the webhook, so that the claim can go from one webhook to the next past any backlog.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, event_id) where due_at is not null;
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

-- The delivery log: one row for each finished attempt.
create table webhook_attempts (
  id                text primary key,
  webhook_id        text not null references webhooks (id) on delete cascade,
  event_id          text not null,
  event_type        text not null,
  status            text not null check (status in ('delivered', 'failed')),
  -- 1 for the first.
  attempt           integer not null,
  response_code     integer,
  response_time_ms  integer not null,
  error             text,
  next_retry        timestamptz,
  created_at        timestamptz not null
);
create index webhook_attempts_by_webhook on webhook_attempts (webhook_id, created_at desc, id desc);
create index webhook_attempts_by_age on webhook_attempts (created_at);
