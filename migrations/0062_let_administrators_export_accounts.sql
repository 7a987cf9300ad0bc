-- compatible: yes

-- Administrators who have ordered the export, and so may fetch it.
alter table account_exports add column ordered_by text[] not null default '{}';
