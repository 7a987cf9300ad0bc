-- compatible: yes

-- Part of a payment that became credit because a plan change ended its period early: it cannot be refunded as well.
alter table payments add column credited_minor integer not null default 0;

-- Earlier credits: each belongs to the payment of the newest invoice for the plan and period that it ended.
update payments p
set credited_minor = least(p.amount_minor - p.refunded_minor, credited.minor)
from (
  select paid.id as invoice_id, sum(round(-u.net_minor * (10000 + u.vat_bp) / 10000.0))::integer as minor
  from invoice_lines u
  join invoices ending on ending.id = u.invoice_id and ending.corrects_invoice_id is null
  cross join lateral (
    select i.id from invoices i
    where i.subscription_id = ending.subscription_id and i.kind = 'invoice' and i.status = 'paid'
      and (i.issued_at, i.id) < (ending.issued_at, ending.id)
      and exists (
        select from invoice_lines l
        where l.invoice_id = i.id and l.kind = 'plan' and l.plan_id = u.plan_id and l.period_end = u.period_end)
    order by i.issued_at desc, i.id desc limit 1
  ) paid
  where u.kind = 'unused'
  group by paid.id
) credited
where p.invoice_id = credited.invoice_id and p.status = 'succeeded';

alter table payments drop constraint payments_refunded_check;
alter table payments add constraint payments_refunded_check
  check (refunded_minor >= 0 and credited_minor >= 0 and refunded_minor + credited_minor <= amount_minor);
