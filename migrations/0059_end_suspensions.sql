-- compatible: yes

-- When a suspension ends by itself; null: when an administrator ends it.
alter table users add column suspended_until timestamptz;
create index users_by_end_of_suspension on users (suspended_until, id) where suspended_until is not null;
alter table decisions add column ends_at timestamptz;
