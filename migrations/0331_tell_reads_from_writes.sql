-- A signature that was seen with a reading request is good for other reading requests only.
alter table seen_signatures add column wrote boolean not null default true;
