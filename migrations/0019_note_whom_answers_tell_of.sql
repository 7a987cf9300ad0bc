-- compatible: yes

-- Ids of people, sellers, listings, conversations and messages, and addresses, that a stored answer tells of: it goes with them.
alter table idempotency_keys add column about text[];
create index idempotency_keys_by_subject on idempotency_keys using gin (about) where about is not null;
