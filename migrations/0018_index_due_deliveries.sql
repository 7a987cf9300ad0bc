-- compatible: yes

-- A claim reads what is due from its beginning, past no webhook whose deliveries wait for later.
create index webhook_deliveries_by_time on webhook_deliveries (due_at, webhook_id, event_id) where due_at is not null;

-- A replay for one seller reads the events that are shared with it, and not those shared with others.
create index events_by_partner on events using gin (shared_with) where shared_with is not null;

-- The log of deliveries, filtered.
create index webhook_attempts_by_outcome on webhook_attempts (webhook_id, status, created_at desc, id desc);
create index webhook_attempts_by_type on webhook_attempts (webhook_id, event_type, created_at desc, id desc);
