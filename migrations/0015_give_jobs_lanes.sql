-- compatible: yes
-- Jobs wait in lanes by urgency; within a lane, accounts take turns.
alter table jobs
  -- 0: somebody waits; 1: within minutes; 2: whenever.
  add column lane smallint not null default 1,
  -- The seller or person whose doing it is.
  add column account text,
  -- Its place in the lane; none once it was put off to a later time, which then decides.
  add column turn timestamptz;

create index jobs_by_turn on jobs (lane, turn, id) where failed_at is null and turn is not null;
create index jobs_by_time on jobs (lane, ((turn is null)::integer), run_at, id) where failed_at is null;
create index jobs_turns_of_accounts on jobs (account, lane, turn)
  where failed_at is null and turn is not null and account is not null;
drop index jobs_due;
