/** Dealers with incomplete trader information, which the law requires a marketplace to collect and show. */
import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { admin, adminRead, type AdminTrader } from '../api.ts';

const LIMIT = 50;

export function TradersPage(): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const query = adminRead('traders.list', { page: usePage(), limit: LIMIT });
  const request = ({ sellerId, companyName }: AdminTrader): void =>
    confirmFirst({
      title: words.text('desk.traders.ask.title', { name: companyName }),
      text: words.text('desk.traders.ask.text'),
      action: words.text('desk.traders.ask'),
      onConfirm: () => act(() => admin.traders.ask(sellerId), { done: words.text('desk.traders.asked') }),
    });
  const columns: readonly Column<AdminTrader>[] = [
    {
      id: 'company',
      label: words.text('desk.users.company'),
      isFixed: true,
      cell: ({ companyName, ownerId }) =>
        ownerId === null ? companyName : <Link to={`/admin/users/${ownerId}`}>{companyName}</Link>,
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
        // The wrapper is not a grid, because the button would overflow a grid cell.
        <div>
          <Button
            text="desk.traders.ask"
            className="quiet"
            about={trader.companyName}
            onClick={() => request(trader)}
          />
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
    </Page>
  );
}
