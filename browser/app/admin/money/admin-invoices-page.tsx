import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AdminInvoice } from '../api.ts';
import { ChoiceFilter, TextFilter, usePage } from '../filters.tsx';
import { DeskLink } from '../parts.tsx';
import { MoneyPage, nameAsked, SpanFilters } from './money.tsx';
import { PdfButton } from './pdf-button.tsx';

const LIMIT = 50;
const STATUSES = ['open', 'paid', 'void'] as const;
const KINDS = ['invoice', 'credit_note'] as const;
const LOOK = { open: 'state is-busy', paid: 'state is-good', void: 'state' } as const;

export function AdminInvoicesPage(): ReactElement {
  const words = useWords();
  const [{ sellerId, seller, from, to, status, kind, number }] = useUrlState();
  const asked = {
    page: usePage(),
    limit: LIMIT,
    sellerId,
    seller: nameAsked(seller),
    from,
    to,
    number,
    status: STATUSES.find((one) => one === status),
    kind: KINDS.find((one) => one === kind),
  };
  const query = useQuery({
    queryKey: ['admin-invoices', asked],
    queryFn: ({ signal }) => admin.invoices.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<AdminInvoice>[] = [
    {
      id: 'number',
      label: words.text('desk.invoices.number'),
      isFixed: true,
      cell: ({ number: of, kind: what, issuedAt }) => (
        <span className="stack tight">
          <span>{of}</span>
          <span className="note">
            {words.text(`desk.invoices.kind.${what}`)}, {words.date(issuedAt)}
          </span>
        </span>
      ),
    },
    {
      id: 'seller',
      label: words.text('desk.review.seller'),
      cell: ({ seller }) => (
        <DeskLink to={`/admin/money/invoices?sellerId=${seller.id}`}>{seller.name}</DeskLink>
      ),
    },
    {
      id: 'status',
      label: words.text('desk.invoices.status'),
      cell: ({ status: of }) => <span className={LOOK[of]}>{words.text(`desk.invoices.status.${of}`)}</span>,
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
        <TextFilter name="number" label={words.text('desk.invoices.number')} />
        <SpanFilters />
        <ChoiceFilter
          name="kind"
          label={words.text('desk.invoices.kind')}
          all={words.text('desk.admin.all')}
          options={KINDS.map((value) => ({ value, label: words.text(`desk.invoices.kind.${value}`) }))}
        />
        <ChoiceFilter
          name="status"
          label={words.text('desk.invoices.status')}
          all={words.text('desk.invoices.all')}
          options={STATUSES.map((value) => ({ value, label: words.text(`desk.invoices.status.${value}`) }))}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ invoices }) => invoices}
        empty={<Empty title={words.text('desk.table.filteredEmpty')} />}
        label={words.text('desk.money.invoices')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ number: of }) => of}
      />
    </MoneyPage>
  );
}
