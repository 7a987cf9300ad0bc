import type { ReactElement } from 'react';
import { ChoiceFilter, oneOf, TextFilter } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { type AdminInvoice, adminRead } from '../api.ts';
import { MoneyPage, nameQuery, PdfButton, SpanFilters } from './money.tsx';

const LIMIT = 50;
const STATUSES = ['open', 'paid', 'void'] as const;
const KINDS = ['invoice', 'credit_note'] as const;
const LOOK = { open: 'state is-busy', paid: 'state is-good', void: 'state' } as const;

export function AdminInvoicesPage(): ReactElement {
  const words = useWords();
  const [{ sellerId, seller, from, to, status, kind, number }] = useUrlState();
  const query = adminRead('invoices.list', {
    page: usePage(),
    limit: LIMIT,
    sellerId,
    seller: nameQuery(seller),
    from,
    to,
    number,
    status: oneOf(STATUSES, status),
    kind: oneOf(KINDS, kind),
  });
  const columns: readonly Column<AdminInvoice>[] = [
    {
      id: 'number',
      label: words.text('desk.invoices.number'),
      isFixed: true,
      cell: (invoice) => (
        <span className="stack tight">
          <span>{invoice.number}</span>
          <span className="note">
            {words.text(`desk.invoices.kind.${invoice.kind}`)}, {words.date(invoice.issuedAt)}
          </span>
        </span>
      ),
    },
    {
      id: 'seller',
      label: words.text('desk.review.seller'),
      cell: ({ seller }) => <Link to={`/admin/money/invoices?sellerId=${seller.id}`}>{seller.name}</Link>,
    },
    {
      id: 'status',
      label: words.text('desk.invoices.status'),
      cell: (invoice) => (
        <span className={LOOK[invoice.status]}>{words.text(`desk.invoices.status.${invoice.status}`)}</span>
      ),
    },
    {
      id: 'total',
      label: words.text('desk.invoices.total'),
      align: 'end',
      cell: ({ total, currency }) => words.money(total, currency),
    },
    {
      id: 'due',
      label: words.text('desk.invoices.due'),
      align: 'end',
      isWide: true,
      cell: ({ amountDue, currency }) => words.money(amountDue, currency),
    },
    { id: 'pdf', label: '', align: 'end', cell: (invoice) => <PdfButton {...invoice} /> },
  ];
  return (
    <MoneyPage>
      <div className="table-tools">
        <TextFilter name="number" label="desk.invoices.number" />
        <SpanFilters />
        <ChoiceFilter name="kind" label="desk.invoices.kind" texts="desk.invoices.kind" values={KINDS} />
        <ChoiceFilter
          name="status"
          label="desk.invoices.status"
          all="desk.invoices.all"
          texts="desk.invoices.status"
          values={STATUSES}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ invoices }) => invoices}
        label={words.text('desk.money.invoices')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={(invoice) => invoice.number}
      />
    </MoneyPage>
  );
}
