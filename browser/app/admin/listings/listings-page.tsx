import type { ReactElement } from 'react';
import { ListingState, type Status, STATUSES } from '../../dealer/listings/status.tsx';
import { ChoiceFilter, oneOf, SelectFilter, TextFilter } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { adminRead, type ModeratedListing } from '../api.ts';
import { marksOf } from '../review/listing-detail.tsx';

const LIMIT = 50;

export function AdminListingsPage(): ReactElement {
  const words = useWords();
  const [{ q, status, flagged, sellerId }] = useUrlState();
  const known = oneOf(STATUSES, status);
  const query = adminRead('listings.list', {
    page: usePage(),
    limit: LIMIT,
    q,
    status: known === undefined ? undefined : [known],
    flagged: flagged === undefined ? undefined : flagged === 'true',
    sellerId,
  });
  const columns: readonly Column<ModeratedListing>[] = [
    {
      id: 'title',
      label: words.text('desk.review.listing'),
      isFixed: true,
      cell: ({ id, title, seller }) => (
        <span className="stack tight">
          <Link to={`/admin/listings/${id}`}>{title}</Link>
          <span className="note">{seller.companyName}</span>
        </span>
      ),
    },
    {
      id: 'status',
      label: words.text('desk.review.state'),
      cell: (row) => <ListingState status={row.status as Status} />,
    },
    {
      id: 'price',
      label: words.text('desk.listings.price'),
      align: 'end',
      cell: ({ price, currency, vatDeductible }) =>
        price === null ? '–' : words.price(price, currency ?? 'EUR', vatDeductible),
    },
    {
      id: 'flags',
      label: words.text('desk.flag.title'),
      isWide: true,
      cell: (row) =>
        marksOf(row, words)
          .map(({ label }) => label)
          .join(', '),
    },
    {
      id: 'created',
      label: words.text('desk.review.created'),
      isWide: true,
      cell: ({ createdAt }) => words.date(createdAt),
    },
  ];
  return (
    <Page title={words.text('desk.nav.listings')}>
      <div className="table-tools">
        <TextFilter name="q" label="desk.admin.find.listings" />
        <ChoiceFilter
          name="status"
          label="desk.review.state"
          texts="desk.listings.status"
          values={STATUSES}
        />
        <label className="filter">
          <span>{words.text('desk.flag.title')}</span>
          <SelectFilter
            name="flagged"
            none={words.text('desk.admin.all')}
            options={[
              { value: 'true', label: words.text('desk.flag.with') },
              { value: 'false', label: words.text('desk.flag.without') },
            ]}
          />
        </label>
      </div>
      <PagedTable
        query={query}
        rowsOf={({ listings }) => listings}
        label={words.text('desk.nav.listings')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
      />
    </Page>
  );
}
