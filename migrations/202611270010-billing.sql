-- compatible: no

-- Plans, coupons, subscriptions, invoices and payments. Amounts are integers in minor units.

-- Plans with their limits. The values are a seed: administrators change limits, and prices of new periods.
create table plans (
  id             text primary key,
  slug           text not null,
  name           text not null,
  description    text not null,
  -- Minor units; null: individually agreed.
  monthly_minor  integer,
  yearly_minor   integer,
  currency       text not null default 'EUR',
  -- A limit of null means unlimited.
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

-- A coupon takes a percentage or an amount off the price of a plan for a number of periods.
create table coupons (
  id               text primary key,
  -- Uppercase, because input is case-insensitive.
  code             text not null check (code = upper(code)),
  -- For administrators.
  name             text not null,
  note             text,
  percent          integer check (percent between 1 and 100),
  amount_minor     integer check (amount_minor > 0),
  currency         text,
  -- Null: for the whole subscription.
  periods          integer check (periods > 0),
  -- Null: all plans.
  plan_ids         text[] check (cardinality(plan_ids) > 0),
  valid_from       timestamptz,
  valid_until      timestamptz,
  redemptions_max  integer check (redemptions_max > 0),
  redeemed         integer not null default 0,
  active           boolean not null default true,
  created_at       timestamptz not null,
  check ((percent is null) <> (amount_minor is null)),
  check ((amount_minor is null) = (currency is null)),
  check (valid_from < valid_until),
  constraint coupons_redeemed_check check (redeemed >= 0 and redeemed <= redemptions_max)
);
create unique index coupons_code_key on coupons (code);
create index coupons_created on coupons (created_at desc, id desc);

create table coupon_redemptions (
  id              text primary key,
  coupon_id       text not null references coupons (id),
  seller_id       text not null,
  periods_used    integer not null default 0,
  -- Start of the last period that it reduced: anything that starts within that period is reduced too.
  reduced_period  timestamptz,
  created_at      timestamptz not null,
  -- When it stopped reducing prices.
  ended_at        timestamptz
);
-- One redemption per coupon and seller, even after it ended.
create unique index coupon_redemptions_key on coupon_redemptions (coupon_id, seller_id);
create index coupon_redemptions_created on coupon_redemptions (coupon_id, created_at desc, id desc);

create table subscriptions (
  id                     text primary key,
  seller_id              text not null references sellers (id) on delete cascade,
  plan_id                text not null references plans (id),
  status                 text not null check (status in ('trialing', 'active', 'past_due', 'canceled', 'expired')),
  billing_cycle          text check (billing_cycle in ('monthly', 'yearly')),
  price_minor            integer not null default 0,
  currency               text not null default 'EUR',
  current_period_start   timestamptz not null,
  -- Null: no end, for plans without a price.
  current_period_end     timestamptz,
  trial_end              timestamptz,
  cancel_at_period_end   boolean not null default false,
  canceled_at            timestamptz,
  -- A smaller plan that starts at the end of the period.
  next_plan_id           text references plans (id),
  next_billing_cycle     text check (next_billing_cycle in ('monthly', 'yearly')),
  payment_method         text,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  -- When the current subscription or trial started; created_at is the seller's registration.
  started_at             timestamptz,
  -- Ends of periods are computed from this date, so that a subscription from the 31st returns to the 31st after
  -- February.
  period_anchor          timestamptz,
  -- In hundredths of a percent, as charged for the current period: refunds use the same rate.
  period_vat_bp          integer not null default 0 check (period_vat_bp between 0 and 10000),
  trial_used_at          timestamptz,
  gateway                text,
  gateway_customer       text,
  -- Label that the seller recognizes: "visa 4242".
  payment_method_label   text,
  dunning_attempts       integer not null default 0,
  next_attempt_at        timestamptz,
  -- End of the period for which the seller was reminded.
  reminded_for           timestamptz,
  -- The part of the period's price that was not charged or was refunded. From discount_from on, it reduces the credit
  -- for unused time.
  period_discount_minor  integer not null default 0 check (period_discount_minor >= 0),
  discount_from          timestamptz,
  -- The coupon redemption that reduces this period or later ones.
  redemption_id          text references coupon_redemptions (id)
);
-- Each seller has one row, from registration onward; limits are checked under its lock. A new subscription reuses the
-- row: the history is in invoices and payments.
create unique index subscriptions_seller_key on subscriptions (seller_id);
create index subscriptions_due on subscriptions (current_period_end) where current_period_end is not null;
create index subscriptions_dunning on subscriptions (next_attempt_at) where next_attempt_at is not null;
create index subscriptions_by_plan on subscriptions (plan_id);
create index subscriptions_by_next_plan on subscriptions (next_plan_id) where next_plan_id is not null;
create unique index subscriptions_redemption_key on subscriptions (redemption_id) where redemption_id is not null;

-- Invoices, payments and each seller's account. Rows are kept for as long as accounting law requires, even if the
-- seller is deleted, so there are no foreign keys to sellers.

-- Counters for numbers without gaps: the issuing transaction locks the row, and a rollback resets it.
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
  -- The part paid with the seller's credit, and the amount left to pay.
  credit_applied_minor  integer not null check (credit_applied_minor >= 0),
  due_minor             integer not null check (due_minor >= 0),
  tax_note              text check (tax_note in ('reverse_charge', 'outside_eu')),
  -- For a credit note: the invoice that it cancels.
  corrects_invoice_id   text references invoices (id),
  -- Issuer and customer as they were on the invoice date.
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
-- At most one invoice is open: the next period starts once the last one is paid.
create unique index invoices_open_key on invoices (subscription_id) where status = 'open';
create index invoices_by_corrected on invoices (corrects_invoice_id) where corrects_invoice_id is not null;
create index invoices_issued on invoices (issued_at desc, id desc);
create index invoices_by_status on invoices (status, issued_at desc, id desc);
create index invoices_by_kind on invoices (kind, issued_at desc, id desc);

create table invoice_lines (
  invoice_id    text not null references invoices (id),
  position      integer not null,
  kind          text not null check (kind in ('plan', 'unused', 'refund', 'discount')),
  plan_id       text not null,
  plan_name     text not null,
  cycle         text not null check (cycle in ('monthly', 'yearly')),
  period_start  timestamptz not null,
  period_end    timestamptz not null,
  net_minor     integer not null,
  vat_bp        integer not null,
  -- VAT of the line, if it is given; null: computed for all lines of a rate together.
  vat_minor     integer,
  coupon_code   text,
  primary key (invoice_id, position)
);

create table payments (
  id                    text primary key,
  seller_id             text not null,
  subscription_id       text not null,
  -- For the payment of an order: the invoice issued when it succeeded.
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
  -- What the seller gets when the payment succeeds; null: the payment settles an open invoice.
  purchase              jsonb,
  failure_code          text,
  failure_message       text,
  checks                integer not null default 0,
  next_check_at         timestamptz,
  created_at            timestamptz not null,
  settled_at            timestamptz,
  -- Never more than the amount paid, even with concurrent refunds.
  refunded_minor        integer not null default 0,
  -- The part that became credit because a plan change ended its period early; it cannot be refunded too.
  credited_minor        integer not null default 0,
  constraint payments_refunded_check
    check (refunded_minor >= 0 and credited_minor >= 0 and refunded_minor + credited_minor <= amount_minor)
);
-- At most one payment per subscription is pending: of two concurrent ones, one fails.
create unique index payments_pending_key on payments (subscription_id) where status = 'pending';
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_by_invoice on payments (invoice_id, created_at) where invoice_id is not null;
create index payments_created on payments (created_at desc, id desc);
create index payments_by_status on payments (status, created_at desc, id desc);
create index payments_by_seller on payments (seller_id, created_at desc, id desc);

-- Refunds of payments by administrators. Each has a credit note; its ID is the gateway's idempotency key.
create table refunds (
  id               text primary key,
  payment_id       text not null references payments (id),
  credit_note_id   text not null references invoices (id),
  seller_id        text not null,
  amount_minor     integer not null check (amount_minor > 0),
  currency         text not null,
  reason           text not null,
  -- failed: the gateway rejected it, and the amount stays the seller's credit.
  status           text not null check (status in ('pending', 'succeeded', 'failed')),
  failure_message  text,
  checks           integer not null default 0,
  next_check_at    timestamptz,
  created_at       timestamptz not null,
  settled_at       timestamptz
);
create index refunds_by_payment on refunds (payment_id, created_at, id);
create index refunds_by_credit_note on refunds (credit_note_id);
create index refunds_due on refunds (next_check_at) where next_check_at is not null;

-- The account of each seller: invoices are positive, payments and credit notes negative. The sum is what the seller
-- owes; a negative sum is the seller's credit.
create table ledger_entries (
  id            bigint generated always as identity primary key,
  seller_id     text not null,
  kind          text not null check (kind in ('invoice', 'credit_note', 'payment', 'refund', 'refund_failed')),
  amount_minor  integer not null,
  currency      text not null,
  invoice_id    text references invoices (id),
  payment_id    text references payments (id),
  created_at    timestamptz not null,
  refund_id     text references refunds (id),
  check (case kind when 'invoice' then amount_minor >= 0 when 'refund' then amount_minor > 0 else amount_minor < 0 end)
);
create index ledger_entries_by_seller on ledger_entries (seller_id, id);
-- No document is booked twice.
create unique index ledger_entries_document_key on ledger_entries (invoice_id) where kind in ('invoice', 'credit_note');
create index ledger_entries_by_invoice on ledger_entries (invoice_id) where invoice_id is not null;
create index ledger_entries_by_payment on ledger_entries (payment_id) where payment_id is not null;
create unique index ledger_entries_payment_key on ledger_entries (payment_id, kind)
  where kind in ('payment', 'refund') and refund_id is null;
create unique index ledger_entries_refund_key on ledger_entries (refund_id, kind) where refund_id is not null;

-- Charges of the built-in test gateway, as an external payment service would store them.
create table test_gateway_charges (
  payment_id      text primary key,
  method          text not null,
  amount_minor    integer not null,
  currency        text not null,
  declined        boolean not null,
  -- When a slow method gives its result.
  answers_at      timestamptz not null,
  canceled        boolean not null default false,
  refunded        boolean not null default false,
  created_at      timestamptz not null,
  returned_minor  integer not null default 0,
  refund_ids      text[] not null default '{}',
  constraint test_gateway_charges_returned_check check (returned_minor between 0 and amount_minor)
);
