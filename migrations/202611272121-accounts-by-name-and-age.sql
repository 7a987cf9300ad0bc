-- compatible: yes

-- A text that many accounts have is met on the way through the newest ones: in the index, not in the accounts themselves.
create index users_newest on users (created_at desc, id desc) include (email, name);
drop index users_created_idx;
