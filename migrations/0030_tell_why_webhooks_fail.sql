-- compatible: yes

-- Since when a webhook fails and why, and who disabled it.
alter table webhooks
  add column failing_since timestamptz,
  add column last_error text,
  add column last_response_code integer,
  add column last_error_at timestamptz,
  -- Its owners have been told of this failure.
  add column failing_told boolean not null default false,
  add column disabled_reason text check (disabled_reason in ('failures', 'owner'));

-- The ids that log entries of attempts by hand will have, told to whoever asked for them; of the running one, and of the next.
alter table webhook_deliveries
  add column log_id text,
  add column log_ids text[] not null default '{}';

-- What was sent and answered, cut to 4 KiB each; the body that was sent is in webhook_payloads.
alter table webhook_attempts
  add column request_headers jsonb,
  add column response_headers jsonb,
  add column response_body text;
