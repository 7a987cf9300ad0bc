-- compatible: no

-- Plans, and what sellers have of them. The figures are a seed: administrators change limits, and prices for new periods.
create table plans (
  id             text primary key,
  slug           text not null,
  name           text not null,
  description    text not null,
  -- Minor units; null: by agreement.
  monthly_minor  integer,
  yearly_minor   integer,
  currency       text not null default 'EUR',
  -- null in a limit means without limit.
  limits         jsonb not null,
  features       text[] not null,
  trial_days     integer not null default 0,
  active         boolean not null default true,
  sort_order     integer not null
);
create unique index plans_slug_key on plans (slug);

insert into plans (id, slug, name, description, monthly_minor, yearly_minor, limits, features, trial_days, sort_order) values
  ('pln_00000000000000000000000001', 'free', 'Free', 'For the occasional vehicle.', 0, 0,
   '{"activeListings":5,"drafts":500,"uploadMegabytesPerDay":2000,"imagesPerListing":10,"featuredSlots":0,"teamSeats":1,"apiKeys":2,"webhooks":2,"importRowsPerDay":500,"messageTemplates":10,"listingDays":60,"importPullMinutes":null}',
   '{bulk_import}', 0, 1),
  ('pln_00000000000000000000000002', 'starter', 'Starter', 'For a small yard.', 4900, 49000,
   '{"activeListings":15,"drafts":2000,"uploadMegabytesPerDay":5000,"imagesPerListing":15,"featuredSlots":1,"teamSeats":2,"apiKeys":3,"webhooks":3,"importRowsPerDay":2000,"messageTemplates":20,"listingDays":60,"importPullMinutes":null}',
   '{bulk_import}', 14, 2),
  ('pln_00000000000000000000000003', 'professional', 'Professional', 'For a dealer with a steady stock.', 14900, 149000,
   '{"activeListings":60,"drafts":20000,"uploadMegabytesPerDay":50000,"imagesPerListing":20,"featuredSlots":5,"teamSeats":5,"apiKeys":5,"webhooks":5,"importRowsPerDay":20000,"messageTemplates":50,"listingDays":90,"importPullMinutes":1440}',
   '{bulk_import,import_pull,full_analytics}', 14, 3),
  ('pln_00000000000000000000000004', 'premium', 'Premium', 'For a large dealer.', 34900, 349000,
   '{"activeListings":250,"drafts":100000,"uploadMegabytesPerDay":200000,"imagesPerListing":30,"featuredSlots":20,"teamSeats":15,"apiKeys":10,"webhooks":10,"importRowsPerDay":100000,"messageTemplates":100,"listingDays":90,"importPullMinutes":60}',
   '{bulk_import,import_pull,full_analytics,analytics_export}', 14, 4),
  ('pln_00000000000000000000000005', 'enterprise', 'Enterprise', 'For groups and manufacturers, by agreement.', null, null,
   '{"activeListings":null,"drafts":null,"uploadMegabytesPerDay":null,"imagesPerListing":30,"featuredSlots":50,"teamSeats":null,"apiKeys":20,"webhooks":20,"importRowsPerDay":null,"messageTemplates":null,"listingDays":180,"importPullMinutes":60}',
   '{bulk_import,import_pull,full_analytics,analytics_export}', 0, 5);

create table subscriptions (
  id                    text primary key,
  seller_id             text not null references sellers (id) on delete cascade,
  plan_id               text not null references plans (id),
  status                text not null check (status in ('trialing', 'active', 'past_due', 'canceled', 'expired')),
  billing_cycle         text check (billing_cycle in ('monthly', 'yearly')),
  price_minor           integer not null default 0,
  currency              text not null default 'EUR',
  current_period_start  timestamptz not null,
  -- null: a plan that nobody pays for runs on.
  current_period_end    timestamptz,
  trial_end             timestamptz,
  cancel_at_period_end  boolean not null default false,
  canceled_at           timestamptz,
  -- A smaller plan, from the end of the period on.
  next_plan_id          text references plans (id),
  next_billing_cycle    text check (next_billing_cycle in ('monthly', 'yearly')),
  payment_method        text,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  -- When the present paid or tried subscription began; created_at is the seller's registration.
  started_at            timestamptz,
  -- Period ends are counted from here, so that a subscription of the 31st comes back to the 31st after February.
  period_anchor         timestamptz,
  -- Hundredths of a percent, as charged for the current period: what is given back is taxed as it was.
  period_vat_bp         integer not null default 0 check (period_vat_bp between 0 and 10000),
  trial_used_at         timestamptz,
  gateway               text,
  gateway_customer      text,
  -- As people know it: "visa 4242".
  payment_method_label  text,
  dunning_attempts      integer not null default 0,
  next_attempt_at       timestamptz,
  -- The period end that the seller has been reminded of.
  reminded_for          timestamptz
);
-- Each seller has one row, from registration on; limits are checked under its lock. A new subscription starts over in it:
-- invoices and payments tell the history.
create unique index subscriptions_seller_key on subscriptions (seller_id);
create index subscriptions_due on subscriptions (current_period_end) where current_period_end is not null;
create index subscriptions_dunning on subscriptions (next_attempt_at) where next_attempt_at is not null;

-- Invoices, payments and the account between a seller and us. Amounts are integer minor units. Rows are kept for as long as
-- books are kept, also when the seller is gone, hence without foreign keys to sellers.

-- Numbers without gaps: the row is locked by the transaction that issues, and rolled back with it.
create table invoice_counters (
  series  text primary key,
  last    integer not null
);

create table invoices (
  id                    text primary key,
  number                text not null,
  seller_id             text not null,
  subscription_id       text not null,
  kind                  text not null check (kind in ('invoice', 'credit_note')),
  status                text not null check (status in ('open', 'paid', 'void')),
  currency              text not null,
  net_minor             integer not null,
  vat_minor             integer not null,
  total_minor           integer not null,
  -- What the seller's credit paid of it, and what is left to pay.
  credit_applied_minor  integer not null check (credit_applied_minor >= 0),
  due_minor             integer not null check (due_minor >= 0),
  tax_note              text check (tax_note in ('reverse_charge', 'outside_eu')),
  -- A credit note that takes an invoice back names it.
  corrects_invoice_id   text references invoices (id),
  -- The two sides as they were on the day.
  issuer                jsonb not null,
  customer              jsonb not null,
  language              text not null,
  issued_at             timestamptz not null,
  paid_at               timestamptz,
  check (total_minor = net_minor + vat_minor),
  check (due_minor = greatest(total_minor, 0) - credit_applied_minor)
);
create unique index invoices_number_key on invoices (number);
create index invoices_by_seller on invoices (seller_id, issued_at desc, id desc);
-- The next period begins when the last one is paid for: at most one invoice is open.
create unique index invoices_open_key on invoices (subscription_id) where status = 'open';

create table invoice_lines (
  invoice_id    text not null references invoices (id),
  position      integer not null,
  kind          text not null check (kind in ('plan', 'unused')),
  plan_id       text not null,
  plan_name     text not null,
  cycle         text not null check (cycle in ('monthly', 'yearly')),
  period_start  timestamptz not null,
  period_end    timestamptz not null,
  net_minor     integer not null,
  vat_bp        integer not null,
  primary key (invoice_id, position)
);

create table payments (
  id                    text primary key,
  seller_id             text not null,
  subscription_id       text not null,
  -- Of a payment for an order: the invoice that its success issued.
  invoice_id            text references invoices (id),
  status                text not null check (status in ('pending', 'succeeded', 'failed', 'refund_due', 'refunded')),
  amount_minor          integer not null check (amount_minor > 0),
  currency              text not null,
  gateway               text not null,
  gateway_customer      text,
  payment_method        text not null,
  payment_method_label  text,
  gateway_ref           text,
  off_session           boolean not null,
  -- What the seller gets when the money is there; null: an open invoice is paid.
  purchase              jsonb,
  failure_code          text,
  failure_message       text,
  checks                integer not null default 0,
  next_check_at         timestamptz,
  created_at            timestamptz not null,
  settled_at            timestamptz
);
-- A pending payment holds its subscription: of two at once one is made.
create unique index payments_pending_key on payments (subscription_id) where status = 'pending';
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_by_invoice on payments (invoice_id, created_at) where invoice_id is not null;

-- The account of each seller: what was invoiced is positive, what came in or was taken back is negative. The sum is what is
-- owed; below zero it is the seller's credit.
create table ledger_entries (
  id            bigint generated always as identity primary key,
  seller_id     text not null,
  kind          text not null check (kind in ('invoice', 'credit_note', 'payment', 'refund')),
  amount_minor  integer not null,
  currency      text not null,
  invoice_id    text references invoices (id),
  payment_id    text references payments (id),
  created_at    timestamptz not null,
  check (case kind when 'invoice' then amount_minor >= 0 when 'refund' then amount_minor > 0 else amount_minor < 0 end)
);
create index ledger_entries_by_seller on ledger_entries (seller_id, id);
-- Nothing is booked twice.
create unique index ledger_entries_document_key on ledger_entries (invoice_id) where kind in ('invoice', 'credit_note');
create unique index ledger_entries_payment_key on ledger_entries (payment_id, kind) where kind in ('payment', 'refund');

-- The books of the built-in test gateway: what an outside payment service would remember of us.
create table test_gateway_charges (
  payment_id    text primary key,
  method        text not null,
  amount_minor  integer not null,
  currency      text not null,
  declined      boolean not null,
  -- A slow method has no answer before.
  answers_at    timestamptz not null,
  canceled      boolean not null default false,
  refunded      boolean not null default false,
  created_at    timestamptz not null
);
