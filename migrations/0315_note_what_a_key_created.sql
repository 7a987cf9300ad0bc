-- What the request created, written in its transaction: when a crash has taken the answer, it is read again from here.
-- compatible: yes
alter table idempotency_keys add column resource text;
