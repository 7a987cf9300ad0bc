/** Dealers of whom something is missing that the law wants a market to know and show. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Confirm } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { admin, type AdminTrader } from '../api.ts';
import { usePage } from '../filters.tsx';
import { DeskLink, useAct } from '../parts.tsx';

const LIMIT = 50;

export function TradersPage(): ReactElement {
  const words = useWords();
  const act = useAct();
  const [asking, setAsking] = useState<AdminTrader | null>(null);
  const asked = { page: usePage(), limit: LIMIT };
  const query = useQuery({
    queryKey: ['traders', asked],
    queryFn: ({ signal }) => admin.traders.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const ask = ({ sellerId }: AdminTrader): void =>
    void act(() => admin.traders.ask(sellerId), {
      stale: ['traders', 'audit'],
      done: words.text('desk.traders.asked'),
    });
  const columns: readonly Column<AdminTrader>[] = [
    {
      id: 'company',
      label: words.text('desk.users.company'),
      isFixed: true,
      cell: ({ companyName, ownerId }) =>
        ownerId === null ? companyName : <DeskLink to={`/admin/users/${ownerId}`}>{companyName}</DeskLink>,
    },
    {
      id: 'missing',
      label: words.text('desk.traders.missing'),
      cell: ({ missing }) =>
        missing.map((part) => words.text(`desk.traders.missing.${part}` as DeskText)).join(', '),
    },
    {
      id: 'since',
      label: words.text('desk.users.created'),
      isWide: true,
      cell: ({ createdAt }) => words.date(createdAt),
    },
    {
      id: 'ask',
      label: words.text('desk.traders.ask.label'),
      isLast: true,
      cell: (trader) => (
        // No grid: it would let the button reach beyond the cell.
        <div>
          <button
            type="button"
            className="quiet"
            aria-label={words.text('desk.traders.ask.name', { name: trader.companyName })}
            onClick={() => setAsking(trader)}
          >
            {words.text('desk.traders.ask')}
          </button>
          {trader.askedAt !== null && (
            <div className="note">
              {words.text('desk.traders.askedAt', { day: words.date(trader.askedAt) })}
            </div>
          )}
        </div>
      ),
    },
  ];
  return (
    <Page title={words.text('desk.traders.title')} note={words.text('desk.traders.note')}>
      <PagedTable
        query={query}
        rowsOf={({ traders }) => traders}
        empty={<Empty title={words.text('desk.traders.none')} />}
        label={words.text('desk.traders.title')}
        columns={columns}
        idOf={({ sellerId }) => sellerId}
        nameOf={({ companyName }) => companyName}
      />
      {asking !== null && (
        <Confirm
          title={words.text('desk.traders.ask.title', { name: asking.companyName })}
          text={words.text('desk.traders.ask.text')}
          action={words.text('desk.traders.ask')}
          onConfirm={() => ask(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </Page>
  );
}
