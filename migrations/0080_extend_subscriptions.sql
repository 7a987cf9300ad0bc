-- What a paid subscription needs beside its plan. One row a seller stays: a new subscription after an old one starts over
-- in it, and its invoices and payments tell the history.
alter table subscriptions
  -- When the present paid or tried subscription began; created_at is the seller's registration.
  add column started_at timestamptz,
  -- Period ends are counted from here, so that a subscription of the 31st comes back to the 31st after February.
  add column period_anchor timestamptz,
  -- Hundredths of a percent, as charged for the current period: what is given back is taxed as it was.
  add column period_vat_bp integer not null default 0 check (period_vat_bp between 0 and 10000),
  add column trial_used_at timestamptz,
  add column gateway text,
  add column gateway_customer text,
  -- As people know it: "visa 4242".
  add column payment_method_label text,
  add column dunning_attempts integer not null default 0,
  add column next_attempt_at timestamptz,
  -- The period end that the seller has been reminded of.
  add column reminded_for timestamptz;

create index subscriptions_dunning on subscriptions (next_attempt_at) where next_attempt_at is not null;
