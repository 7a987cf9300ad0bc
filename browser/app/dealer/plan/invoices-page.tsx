import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, type Invoice } from '../../api.ts';
import { download } from '../../download.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';

const PAGE_ROWS = 50;
const STATUSES = ['open', 'paid', 'void'] as const;
const LOOK = { open: 'state is-busy', paid: 'state is-good', void: 'state' } as const;

export function InvoicesPage(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const page = Number(state['page'] ?? 1);
  const status = STATUSES.find((one) => one === state['status']);
  const query = useQuery({
    queryKey: ['invoices', page, status],
    queryFn: () => api.invoices.list({ page, limit: PAGE_ROWS, status }),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: async ({ id, number }: Invoice) => download(await api.invoices.download(id), `${number}.pdf`),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
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
      cell: ({ status: one }) => (
        <span className={LOOK[one]}>{words.text(`desk.invoices.status.${one}`)}</span>
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
      cell: (invoice) => (
        <button
          type="button"
          className="quiet"
          aria-label={words.text('desk.invoices.pdf', { number: invoice.number })}
          onClick={() => save.mutate(invoice)}
        >
          PDF
        </button>
      ),
    },
  ];
  return (
    <Page title={words.text('desk.nav.invoices')}>
      <div className="table-tools">
        <select
          aria-label={words.text('desk.invoices.status')}
          value={status ?? ''}
          onChange={({ target }) => change({ status: target.value, page: undefined })}
        >
          <option value="">{words.text('desk.invoices.all')}</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {words.text(`desk.invoices.status.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={query}>
        {({ invoices, pagination }) =>
          invoices.length === 0 ? (
            <Empty
              title={words.text(status === undefined ? 'desk.invoices.none' : 'desk.table.filteredEmpty')}
            />
          ) : (
            <>
              <DataTable
                label={words.text('desk.nav.invoices')}
                columns={columns}
                rows={invoices}
                idOf={({ id }) => id}
                nameOf={({ number }) => number}
                isBusy={query.isFetching}
              />
              <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
