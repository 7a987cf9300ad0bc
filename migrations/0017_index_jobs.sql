-- compatible: yes
-- Jobs are listed newest first by name and state. Of a long queue only the page is read.

create index jobs_by_name on jobs (name, id);
create index jobs_running on jobs (id) where locked_until is not null and failed_at is null;
drop index jobs_failed;
create index jobs_failed on jobs (id) where failed_at is not null;
create index jobs_failed_by_name on jobs (name, id) where failed_at is not null;
