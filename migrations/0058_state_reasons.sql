-- compatible: yes

-- What administrators decided against somebody, as it was told to them, and what became of their objection.
create table decisions (
  id              text primary key,
  kind            text not null check (kind in ('listing.rejected', 'listing.suspended', 'listing.deleted', 'review.rejected', 'user.suspended')),
  subject_id      text not null,
  -- Whom it concerns, and what they know it by.
  user_id         text not null references users (id),
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
  constraint decisions_outcome_of_objection check (outcome is null or objected_at is not null),
  -- Nobody judges an objection to what they have decided themselves.
  constraint decisions_second_administrator check (outcome_by <> decided_by)
);
create index decisions_by_user on decisions (user_id, decided_at, id);
create index decisions_open_objections on decisions (objected_at, id) where objected_at is not null and outcome is null;
create index decisions_judged_objections on decisions (objected_at, id) where objected_at is not null and outcome is not null;
