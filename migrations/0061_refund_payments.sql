-- compatible: yes

-- Money that administrators give back of payments. Each has a credit note, and its own id as the gateway's idempotency key.
create table refunds (
  id               text primary key,
  payment_id       text not null references payments (id),
  credit_note_id   text not null references invoices (id),
  seller_id        text not null,
  amount_minor     integer not null check (amount_minor > 0),
  currency         text not null,
  reason           text not null,
  -- failed: the gateway refused, and the amount stays the seller's credit.
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

-- Never more than was paid, however many ask at once.
alter table payments add column refunded_minor integer not null default 0;
alter table payments add constraint payments_refunded_check check (refunded_minor between 0 and amount_minor);
create index payments_created on payments (created_at desc, id desc);
create index payments_by_status on payments (status, created_at desc, id desc);
create index payments_by_seller on payments (seller_id, created_at desc, id desc);
create index invoices_issued on invoices (issued_at desc, id desc);
create index invoices_by_status on invoices (status, issued_at desc, id desc);
create index invoices_by_kind on invoices (kind, issued_at desc, id desc);

-- The tax of a line whose amount is given with it; null: computed for all lines of a rate together.
alter table invoice_lines add column vat_minor integer;
alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check check (kind in ('plan', 'unused', 'refund'));

alter table ledger_entries add column refund_id text references refunds (id);
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('invoice', 'credit_note', 'payment', 'refund', 'refund_failed'));
drop index ledger_entries_payment_key;
create unique index ledger_entries_payment_key on ledger_entries (payment_id, kind)
  where kind in ('payment', 'refund') and refund_id is null;
create unique index ledger_entries_refund_key on ledger_entries (refund_id, kind) where refund_id is not null;

-- What of the period's price was not charged, or was given back: from that instant on it reduces what is credited for unused time.
alter table subscriptions add column period_discount_minor integer not null default 0 check (period_discount_minor >= 0);
alter table subscriptions add column discount_from timestamptz;

alter table test_gateway_charges add column returned_minor integer not null default 0;
alter table test_gateway_charges add constraint test_gateway_charges_returned_check
  check (returned_minor between 0 and amount_minor);
alter table test_gateway_charges add column refund_ids text[] not null default '{}';

-- What was invoiced in each month for each plan, net of VAT and less what was credited.
create function note_plan_revenue() returns trigger language plpgsql as $$
begin
  insert into market_sum_changes (kind, key, amount)
    select 'plan_revenue', to_char(i.issued_at at time zone 'UTC', 'YYYY-MM') || ' ' || l.plan_id, sum(l.net_minor)
    from inserted l join invoices i on i.id = l.invoice_id group by 2;
  return null;
end
$$;
create trigger invoice_lines_sum after insert on invoice_lines
  referencing new table as inserted for each statement execute function note_plan_revenue();
insert into market_sums (kind, key, amount)
  select 'plan_revenue', to_char(i.issued_at at time zone 'UTC', 'YYYY-MM') || ' ' || l.plan_id, sum(l.net_minor)
  from invoice_lines l join invoices i on i.id = l.invoice_id group by 2;
