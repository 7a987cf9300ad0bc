-- compatible: yes

-- The account that a mail belongs to, whatever address it went to: an address that was given up, or is still to be confirmed,
-- goes with the erasure too.
alter table mails add column user_id text;
create index mails_by_user on mails (user_id) where user_id is not null;
