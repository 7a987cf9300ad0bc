-- An erasure looks for all events of a person, also those that a seller hears of.
drop index events_of_accounts;
create index events_of_people on events (user_id, created_at) where user_id is not null;
