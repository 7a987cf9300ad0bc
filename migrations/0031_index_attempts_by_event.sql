-- compatible: yes
-- transaction: no

-- The answers to an event that is erased.
drop index concurrently if exists webhook_attempts_by_event;
create index concurrently webhook_attempts_by_event on webhook_attempts (event_id) where response_headers is not null;
