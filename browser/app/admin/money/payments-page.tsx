import type { ReactElement } from 'react';
import { ChoiceFilter, oneOf } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { type AdminPayment, adminRead } from '../api.ts';
import { MoneyPage, nameQuery, PAYMENT_LOOK, SpanFilters } from './money.tsx';

const LIMIT = 50;
const STATUSES = ['pending', 'succeeded', 'failed', 'refund_due', 'refunded'] as const;

export function PaymentsPage(): ReactElement {
  const words = useWords();
  const [{ sellerId, seller, from, to, status }] = useUrlState();
  const query = adminRead('payments.list', {
    page: usePage(),
    limit: LIMIT,
    sellerId,
    seller: nameQuery(seller),
    from,
    to,
    status: oneOf(STATUSES, status),
  });
  const columns: readonly Column<AdminPayment>[] = [
    {
      id: 'at',
      label: words.text('desk.money.payment'),
      isFixed: true,
      cell: ({ id, createdAt, invoiceNumber }) => (
        <span className="stack tight">
          <Link to={`/admin/money/payments/${id}`}>{words.moment(createdAt)}</Link>
          <span className="note">{invoiceNumber ?? words.text('desk.money.noInvoice')}</span>
        </span>
      ),
    },
    {
      id: 'seller',
      label: words.text('desk.review.seller'),
      cell: ({ seller }) => (
        <Link to={`/admin/money/payments?sellerId=${seller.id}`}>{seller.name ?? seller.id}</Link>
      ),
    },
    {
      id: 'status',
      label: words.text('desk.invoices.status'),
      cell: ({ status: code, failure }) => (
        <span className="stack tight">
          <span className={PAYMENT_LOOK[code]}>{words.text(`desk.money.status.${code}`)}</span>
          {failure !== null && <span className="note">{failure}</span>}
        </span>
      ),
    },
    {
      id: 'method',
      label: words.text('desk.money.method'),
      isWide: true,
      cell: ({ method, gateway }) => `${method ?? '–'} (${gateway})`,
    },
    {
      id: 'amount',
      label: words.text('desk.money.amount'),
      align: 'end',
      cell: ({ amount, refunded }) => (
        <span className="stack tight">
          <span>{words.money(amount.amount, amount.currency)}</span>
          {refunded.amount > 0 && (
            <span className="note">−{words.money(refunded.amount, refunded.currency)}</span>
          )}
        </span>
      ),
    },
  ];
  return (
    <MoneyPage>
      <div className="table-tools">
        <SpanFilters />
        <ChoiceFilter
          name="status"
          label="desk.invoices.status"
          all="desk.invoices.all"
          texts="desk.money.status"
          values={STATUSES}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ payments }) => payments}
        label={words.text('desk.money.payments')}
        columns={columns}
        idOf={({ id }) => id}
      />
    </MoneyPage>
  );
}
