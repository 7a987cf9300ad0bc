-- compatible: yes

-- A message has up to five files, in the order in which they were chosen. A release that expects one lists such a
-- message once for each of its files.
alter table message_attachments add column position smallint not null default 0;
create unique index message_attachments_message_key on message_attachments (message_id, position);
alter table message_attachments drop constraint message_attachments_message_id_key;
