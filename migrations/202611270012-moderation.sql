-- compatible: no

-- Reports by users, and decisions of administrators.

-- Reports of every kind to the administrators.
create table reports (
  id                 text primary key,
  kind               text not null,
  subject_id         text not null,
  reporter_id        text references users (id),
  -- The user responsible for the reported content.
  reported_user_id   text references users (id),
  reason             text not null check (reason in (
    'spam', 'fraud', 'harassment', 'inappropriate', 'other', 'misleading', 'sold', 'duplicate', 'stolen'
  )),
  details            text,
  -- The reported content at the time, which may be deleted before the decision.
  context            jsonb not null default '{}',
  status             text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  decision           text,
  decided_by         text,
  decided_at         timestamptz,
  created_at         timestamptz not null,
  -- Set for reports without an account; kept until some months after the decision.
  reporter_name      text,
  reporter_email     text,
  reporter_language  text,
  -- Kinds of the decisions that resulted from the report.
  measures           text[] not null default '{}'
);
-- A user cannot report the same thing twice while a report is open.
create unique index reports_open_key on reports (kind, subject_id, reporter_id) where status = 'open';
create index reports_queue_idx on reports (status, created_at, id);
create index reports_subject_idx on reports (kind, subject_id);
create index reports_reporter_idx on reports (reporter_id);
create index reports_by_decider on reports (decided_by) where decided_by is not null;
create index reports_kind_queue_idx on reports (kind, status, created_at, id);
create index reports_by_decision_of_guests on reports (decided_at) where reporter_email is not null;
-- Reports about an account, in queue order.
create index reports_about on reports (reported_user_id, status, created_at, id);
create index reports_of_time on reports (created_at) include (kind, reason, status, reporter_id, decided_at);

-- Moderation decisions against a user, as the user was notified of them, and the outcome of any appeal.
create table decisions (
  id              text primary key,
  kind            text not null check (kind in ('listing.rejected', 'listing.suspended', 'listing.deleted', 'review.rejected', 'user.suspended')),
  subject_id      text not null,
  -- The user concerned.
  user_id         text not null references users (id),
  -- The content's title, as that user knows it.
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
  -- When a suspension ends automatically; null: until an administrator ends it.
  ends_at         timestamptz,
  -- When an administrator reversed the decision, or its time was up.
  lifted_at       timestamptz,
  constraint decisions_outcome_of_objection check (outcome is null or objected_at is not null)
);
create index decisions_by_user on decisions (user_id, decided_at, id);
create index decisions_open_objections on decisions (objected_at, id) where objected_at is not null and outcome is null;
create index decisions_judged_objections on decisions (objected_at, id)
  where objected_at is not null and outcome is not null;
create index decisions_by_subject on decisions (subject_id, decided_at);
-- Covers the yearly statistics, in time order: a hundred entries per page of the index instead of a row read for
-- each.
create index decisions_of_time on decisions (decided_at) include (kind, code, found_by);
create index decisions_of_objections on decisions (objected_at) include (outcome, outcome_at)
  where objected_at is not null;
