-- A sandbox empties its database on request: it works only with one that was empty when it came.
alter table sandbox_clock add column is_sandbox boolean not null default false;
