-- compatible: yes

-- Notices up to this moment are read, though not all of their rows say so yet: a job writes them, and ends it with null.
alter table notification_counts add column all_read_until timestamptz;
