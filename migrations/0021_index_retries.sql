-- compatible: yes

-- Holding a delivery takes back the announcement of its next attempt.
create index webhook_attempts_retried on webhook_attempts (webhook_id, event_id) where next_retry is not null;
