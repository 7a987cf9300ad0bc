import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AdminPayment } from '../api.ts';
import { ChoiceFilter, usePage } from '../filters.tsx';
import { DeskLink } from '../parts.tsx';
import { MoneyPage, PAYMENT_LOOK, nameAsked, SpanFilters } from './money.tsx';

const LIMIT = 50;
const STATUSES = ['pending', 'succeeded', 'failed', 'refund_due', 'refunded'] as const;

export function PaymentsPage(): ReactElement {
  const words = useWords();
  const [{ sellerId, seller, from, to, status }] = useUrlState();
  const asked = {
    page: usePage(),
    limit: LIMIT,
    sellerId,
    seller: nameAsked(seller),
    from,
    to,
    status: STATUSES.find((one) => one === status),
  };
  const query = useQuery({
    queryKey: ['payments', 'list', asked],
    queryFn: ({ signal }) => admin.payments.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<AdminPayment>[] = [
    {
      id: 'at',
      label: words.text('desk.money.payment'),
      isFixed: true,
      cell: ({ id, createdAt, invoiceNumber }) => (
        <span className="stack tight">
          <DeskLink to={`/admin/money/payments/${id}`}>{words.moment(createdAt)}</DeskLink>
          <span className="note">{invoiceNumber ?? words.text('desk.money.noInvoice')}</span>
        </span>
      ),
    },
    {
      id: 'seller',
      label: words.text('desk.review.seller'),
      cell: ({ seller }) => (
        <DeskLink to={`/admin/money/payments?sellerId=${seller.id}`}>{seller.name ?? seller.id}</DeskLink>
      ),
    },
    {
      id: 'status',
      label: words.text('desk.invoices.status'),
      cell: ({ status: of, failure }) => (
        <span className="stack tight">
          <span className={PAYMENT_LOOK[of]}>{words.text(`desk.money.status.${of}`)}</span>
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
          label={words.text('desk.invoices.status')}
          all={words.text('desk.invoices.all')}
          options={STATUSES.map((value) => ({ value, label: words.text(`desk.money.status.${value}`) }))}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ payments }) => payments}
        empty={<Empty title={words.text('desk.table.filteredEmpty')} />}
        label={words.text('desk.money.payments')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ id }) => id}
      />
    </MoneyPage>
  );
}
