-- compatible: yes

-- What is wrong with listings has reasons of its own.
alter table reports drop constraint reports_reason_check;
alter table reports add constraint reports_reason_check check (reason in (
  'spam', 'fraud', 'harassment', 'inappropriate', 'other', 'misleading', 'sold', 'duplicate', 'stolen'
));
