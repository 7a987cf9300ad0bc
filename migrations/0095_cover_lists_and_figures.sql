-- compatible: yes
-- transaction: no

-- The events of an account are paged and counted from the index alone, in the place of one that lacked their ids and types.
drop index concurrently if exists events_of_sellers;
create index concurrently events_of_sellers on events (seller_id, created_at, id) include (type) where seller_id is not null;
drop index concurrently if exists events_by_seller;

-- Imports of a state.
drop index concurrently if exists imports_by_state;
create index concurrently imports_by_state on imports (seller_id, status, created_at desc, id desc);

-- What the figures of a year count, with when it was: a hundred of a buffer, not a row of each.
drop index concurrently if exists decisions_of_time;
create index concurrently decisions_of_time on decisions (decided_at) include (kind, code, found_by);
drop index concurrently if exists decisions_by_time;
drop index concurrently if exists decisions_of_objections;
create index concurrently decisions_of_objections on decisions (objected_at) include (outcome, outcome_at) where objected_at is not null;
drop index concurrently if exists decisions_by_objection;
drop index concurrently if exists reports_of_time;
create index concurrently reports_of_time on reports (created_at) include (kind, reason, status, reporter_id, decided_at);
