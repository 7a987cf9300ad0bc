import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ListingState, type Status, STATUSES } from '../../dealer/listings/status.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type ModeratedListing } from '../api.ts';
import { ChoiceFilter, TextFilter, usePage } from '../filters.tsx';
import { DeskLink } from '../parts.tsx';
import { marksOf } from '../review/listing-detail.tsx';

const LIMIT = 50;

export function AdminListingsPage(): ReactElement {
  const words = useWords();
  const [{ q, status, flagged, sellerId }] = useUrlState();
  const page = usePage();
  const asked = {
    page,
    limit: LIMIT,
    ...(q === undefined ? {} : { q }),
    ...(STATUSES.some((one) => one === status) ? { status: [status as Status] } : {}),
    ...(flagged === undefined ? {} : { flagged: flagged === 'true' }),
    ...(sellerId === undefined ? {} : { sellerId }),
  };
  const query = useQuery({
    queryKey: ['admin-listings', 'list', asked],
    queryFn: ({ signal }) => admin.listings.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<ModeratedListing>[] = [
    {
      id: 'title',
      label: words.text('desk.review.listing'),
      isFixed: true,
      cell: ({ id, title, seller }) => (
        <span className="stack tight">
          <DeskLink to={`/admin/listings/${id}`}>{title}</DeskLink>
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
        <TextFilter name="q" label={words.text('desk.admin.find.listings')} />
        <ChoiceFilter
          name="status"
          label={words.text('desk.review.state')}
          all={words.text('desk.admin.all')}
          options={STATUSES.map((value) => ({ value, label: words.text(`desk.listings.status.${value}`) }))}
        />
        <ChoiceFilter
          name="flagged"
          label={words.text('desk.flag.title')}
          all={words.text('desk.admin.all')}
          options={[
            { value: 'true', label: words.text('desk.flag.with') },
            { value: 'false', label: words.text('desk.flag.without') },
          ]}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ listings }) => listings}
        empty={<Empty title={words.text('desk.table.filteredEmpty')} />}
        label={words.text('desk.nav.listings')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
      />
    </Page>
  );
}
