-- compatible: yes

-- Administrators who have ordered the export, and so may fetch it.
alter table account_exports add column ordered_by text[] not null default '{}';

-- Reports about an account, in the order of the queue.
create index reports_about on reports (reported_user_id, status, created_at, id);
drop index reports_reported_idx;
