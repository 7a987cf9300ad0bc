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
  id                text primary key,
  seller_id         text not null,
  subscription_id   text not null,
  -- Of a payment for an order: the invoice that its success issued.
  invoice_id        text references invoices (id),
  status            text not null check (status in ('pending', 'succeeded', 'failed', 'refund_due', 'refunded')),
  amount_minor      integer not null check (amount_minor > 0),
  currency          text not null,
  gateway           text not null,
  gateway_customer  text,
  payment_method    text not null,
  payment_method_label text,
  gateway_ref       text,
  off_session       boolean not null,
  -- What the seller gets when the money is there; null: an open invoice is paid.
  purchase          jsonb,
  failure_code      text,
  failure_message   text,
  checks            integer not null default 0,
  next_check_at     timestamptz,
  created_at        timestamptz not null,
  settled_at        timestamptz
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
