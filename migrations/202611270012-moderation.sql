-- compatible: no

-- What people report, and what administrators decide.

-- What users report to the administrators, of any kind.
create table reports (
  id                 text primary key,
  kind               text not null,
  subject_id         text not null,
  reporter_id        text references users (id),
  -- Who is responsible for what is reported.
  reported_user_id   text references users (id),
  reason             text not null check (reason in (
    'spam', 'fraud', 'harassment', 'inappropriate', 'other', 'misleading', 'sold', 'duplicate', 'stolen'
  )),
  details            text,
  -- What it was about at the time: it may be gone when it is decided.
  context            jsonb not null default '{}',
  status             text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  decision           text,
  decided_by         text,
  decided_at         timestamptz,
  created_at         timestamptz not null,
  -- Of reports by people without an account: kept until some months after the decision.
  reporter_name      text,
  reporter_email     text,
  reporter_language  text,
  -- Kinds of the decisions that a report led to.
  measures           text[] not null default '{}'
);
-- Nobody reports the same thing twice while it is open.
create unique index reports_open_key on reports (kind, subject_id, reporter_id) where status = 'open';
create index reports_queue_idx on reports (status, created_at, id);
create index reports_subject_idx on reports (kind, subject_id);
create index reports_reporter_idx on reports (reporter_id);
create index reports_by_decider on reports (decided_by) where decided_by is not null;
create index reports_kind_queue_idx on reports (kind, status, created_at, id);
create index reports_by_decision_of_guests on reports (decided_at) where reporter_email is not null;
-- Reports about an account, in the order of the queue.
create index reports_about on reports (reported_user_id, status, created_at, id);
create index reports_of_time on reports (created_at) include (kind, reason, status, reporter_id, decided_at);

-- What administrators decided against somebody, as it was told to them, and what became of their objection.
create table decisions (
  id              text primary key,
  kind            text not null check (kind in ('listing.rejected', 'listing.suspended', 'listing.deleted', 'review.rejected', 'user.suspended')),
  subject_id      text not null,
  -- Whom it concerns.
  user_id         text not null references users (id),
  -- What they know it by.
  subject         text not null,
  code            text not null,
  reason          text not null,
  found_by        text not null check (found_by in ('administrator', 'report')),
  decided_by      text not null,
  decided_at      timestamptz not null,
  objection       text,
  objected_at     timestamptz,
  outcome         text check (outcome in ('upheld', 'reversed')),
  outcome_reason  text,
  outcome_by      text,
  outcome_at      timestamptz,
  -- When a suspension ends by itself; null: when an administrator ends it.
  ends_at         timestamptz,
  -- When an administrator ended what was decided, or its time was up.
  lifted_at       timestamptz,
  constraint decisions_outcome_of_objection check (outcome is null or objected_at is not null)
);
create index decisions_by_user on decisions (user_id, decided_at, id);
create index decisions_open_objections on decisions (objected_at, id) where objected_at is not null and outcome is null;
create index decisions_judged_objections on decisions (objected_at, id)
  where objected_at is not null and outcome is not null;
create index decisions_by_subject on decisions (subject_id, decided_at);
-- What the figures of a year count, with when it was: a hundred of a buffer, not a row of each.
create index decisions_of_time on decisions (decided_at) include (kind, code, found_by);
create index decisions_of_objections on decisions (objected_at) include (outcome, outcome_at)
  where objected_at is not null;
