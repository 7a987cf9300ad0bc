-- compatible: no

-- Webhooks: URLs that receive events, the deliveries, and all attempts. Events about a user go only to that user's
-- own webhooks, not to the whole team's; a webhook created with an API key receives only what that key may read.

create table webhooks (
  id                     text primary key,
  -- Null: an administrator's webhook, which belongs to no seller.
  seller_id              text references sellers (id) on delete cascade,
  url                    text not null,
  -- Names of events, or '*' for all.
  events                 text[] not null,
  status                 text not null default 'active' check (status in ('active', 'disabled')),
  -- Encrypted, not hashed: signing needs the secret itself. Empty once deleted.
  secret                 bytea not null,
  -- After a rotation, the old secret also signs until the time below.
  previous_secret        bytea,
  previous_secret_until  timestamptz,
  disabled_at            timestamptz,
  -- A job deletes the deliveries and attempts first, then this row.
  deleted_at             timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  -- The user whose own events are also sent here; null once that user has left the team.
  user_id                text references users (id),
  -- Scopes of the API key that set the URL or the events; null: set by a signed-in user.
  scopes                 text[],
  -- When the webhook started to fail and why, and who disabled it.
  failing_since          timestamptz,
  last_error             text,
  last_response_code     integer,
  last_error_at          timestamptz,
  -- Whether the owners were notified of this failure.
  failing_told           boolean not null default false,
  disabled_reason        text check (disabled_reason in ('failures', 'owner', 'administrator')),
  -- The member who set the URL; stays when that member leaves. Null: unknown.
  maker_id               text references users (id),
  -- The member responsible for a seller's webhook: its creator, until an owner hands it over. Null once that member
  -- has left (however the row was deleted) or may no longer manage webhooks: nothing is sent until an owner hands the
  -- webhook over.
  keeper_id              text,
  constraint webhooks_member_fkey foreign key (seller_id, user_id)
    references team_members (seller_id, user_id) on delete set null (user_id),
  constraint webhooks_owner_check check (seller_id is not null or user_id is not null),
  constraint webhooks_keeper_fkey foreign key (seller_id, keeper_id)
    references team_members (seller_id, user_id) on delete set null (keeper_id)
);
create index webhooks_by_seller on webhooks (seller_id, created_at, id) where deleted_at is null;
create index webhooks_by_person on webhooks (user_id, created_at, id) where deleted_at is null and user_id is not null;
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;
create index webhooks_by_any_seller on webhooks (seller_id) where seller_id is not null;
create index webhooks_by_any_person on webhooks (user_id, seller_id) where user_id is not null;
create index webhooks_paused_by_administrators on webhooks (disabled_at, id)
  where disabled_reason = 'administrator' and deleted_at is null;
create index webhooks_by_keeper on webhooks (seller_id, keeper_id) where keeper_id is not null;
create index webhooks_by_maker on webhooks (maker_id) where maker_id is not null;

-- The creator of a webhook becomes its maker and, for a seller, its keeper.
create function keep_new_webhook() returns trigger language plpgsql as $$
begin
  new.maker_id := new.user_id;
  if new.seller_id is not null then new.keeper_id := new.user_id; end if;
  return new;
end
$$;
create trigger webhooks_keep before insert on webhooks for each row execute function keep_new_webhook();

-- The body of an event as sent in every attempt, stored once for all webhooks.
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
  -- undelivered: no more attempts unless a user requests one.
  state           text not null check (state in ('pending', 'delivered', 'undelivered')),
  -- When the next attempt is due; unchanged while that attempt runs.
  due_at          timestamptz,
  -- Finished attempts since the first one or the last replay.
  attempts        integer not null default 0,
  -- Attempts requested by hand that have not started.
  retries_wanted  integer not null default 0,
  -- Number of claims: the outcome of an earlier claim is discarded.
  claims          integer not null default 0,
  lease_until     timestamptz,
  is_test         boolean not null default false,
  delivered_at    timestamptz,
  created_at      timestamptz not null,
  -- The user whose own event it is: only that user may see it or request an attempt.
  person_id       text,
  -- IDs of the log entries for attempts requested by hand, as returned to the user: of the running one, and of the
  -- next.
  log_id          text,
  log_ids         text[] not null default '{}',
  primary key (webhook_id, event_id),
  check ((state = 'pending') = (due_at is not null))
);
-- The webhook comes first, so that claims can skip from one webhook to the next, past any backlog.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, event_id) where due_at is not null;
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
-- Claims read due deliveries from the start of the index, and so skip webhooks whose deliveries are not due.
create index webhook_deliveries_by_time on webhook_deliveries (due_at, webhook_id, event_id) where due_at is not null;
-- Whether a webhook has events about a user, which its log hides from others.
create index webhook_deliveries_of_persons on webhook_deliveries (webhook_id, person_id) where person_id is not null;

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
  created_at        timestamptz not null,
  -- Request and response, cut to 4 KiB each; the request body is in webhook_payloads.
  request_headers   jsonb,
  response_headers  jsonb,
  response_body     text
);
create index webhook_attempts_by_webhook on webhook_attempts (webhook_id, created_at desc, id desc);
create index webhook_attempts_by_age on webhook_attempts (created_at);
-- For the filtered delivery log.
create index webhook_attempts_by_outcome on webhook_attempts (webhook_id, status, created_at desc, id desc);
create index webhook_attempts_by_type on webhook_attempts (webhook_id, event_type, created_at desc, id desc);
-- When a delivery is held, the announced time of its next attempt is removed.
create index webhook_attempts_retried on webhook_attempts (webhook_id, event_id) where next_retry is not null;
create index webhook_attempts_failed_idx on webhook_attempts (created_at, webhook_id) where status = 'failed';
create index webhook_attempts_outcome_idx on webhook_attempts (created_at) include (status);
-- Responses to an event that is being erased.
create index webhook_attempts_by_event on webhook_attempts (event_id) where response_headers is not null;
