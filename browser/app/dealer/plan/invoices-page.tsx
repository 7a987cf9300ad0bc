import type { ReactElement } from 'react';
import { useDownload } from '../../action.ts';
import { api, type Invoice } from '../../api.ts';
import { read } from '../../query.ts';
import { oneOf, SelectFilter } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';

const PAGE_ROWS = 50;
const STATUSES = ['open', 'paid', 'void'] as const;
const LOOK = { open: 'state is-busy', paid: 'state is-good', void: 'state' } as const;

export function InvoicesPage(): ReactElement {
  const words = useWords();
  const [state] = useUrlState();
  const status = oneOf(STATUSES, state['status']);
  const query = read('invoices.list', { page: usePage(), limit: PAGE_ROWS, status });
  const [save] = useDownload();
  const columns: readonly Column<Invoice>[] = [
    {
      id: 'number',
      label: words.text('desk.invoices.number'),
      isFixed: true,
      cell: ({ number }) => number,
    },
    {
      id: 'issuedAt',
      label: words.text('desk.invoices.date'),
      cell: ({ issuedAt }) => words.date(issuedAt),
    },
    {
      id: 'kind',
      label: words.text('desk.invoices.kind'),
      isWide: true,
      cell: ({ kind }) => words.text(`desk.invoices.kind.${kind}`),
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
    {
      id: 'pdf',
      label: '',
      align: 'end',
      cell: ({ id, number }) => (
        <button
          type="button"
          className="quiet"
          aria-label={words.text('desk.invoices.pdf', { number })}
          onClick={() => save(() => api.invoices.download(id), `${number}.pdf`)}
        >
          PDF
        </button>
      ),
    },
  ];
  return (
    <Page title={words.text('desk.nav.invoices')}>
      <div className="table-tools">
        <SelectFilter
          name="status"
          label={words.text('desk.invoices.status')}
          none={words.text('desk.invoices.all')}
          options={words.options('desk.invoices.status', STATUSES)}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ invoices }) => invoices}
        empty={status === undefined ? <Empty title={words.text('desk.invoices.none')} /> : undefined}
        label={words.text('desk.nav.invoices')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ number }) => number}
      />
    </Page>
  );
}
