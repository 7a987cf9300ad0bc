/** The dealer's stock as a table: filters in the URL, a choice of columns, and bulk actions. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import type { OwnListingSummary } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { useHasRole } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { useTypedFilter } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Thumbnail } from '../../ui/image.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { SavedViews } from '../../ui/saved-views.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, ColumnMenu, DataTable, Pager } from '../../ui/table.tsx';
import { useGo, usePage, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { useBulkRun } from './bulk-run.tsx';
import { BulkActions } from './bulk.tsx';
import { FilterChips, FILTERS, Filters, filtersOf, type ListQuery, statesIn } from './filters.tsx';
import { ListingPrice } from './listing-price.tsx';
import { RowMenu } from './row-menu.tsx';
import { ListingState, STATUSES } from './status.tsx';

const LIMIT = 100;
const NO_FILTERS = Object.fromEntries([...FILTERS, 'page'].map((name) => [name, undefined]));

export function ListingsPage(): ReactElement {
  const words = useWords();
  const go = useGo();
  const canWrite = useHasRole('AGENT');
  const [state, change] = useUrlState();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery({
    ...read('listings.list', queryOf(state, usePage())),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsOf(words), [words]);
  /** The selected rows, including those on other pages. */
  const [selectedRows, setSelectedRows] = useState<ReadonlyMap<string, OwnListingSummary>>(new Map());
  const visible = query.data?.listings;
  const rowOf = (id: string): OwnListingSummary | undefined =>
    visible?.find((row) => row.id === id) ?? selectedRows.get(id);
  const choose = (ids: ReadonlySet<string>): void => {
    select(ids);
    const rows = [...ids].flatMap((id) => rowOf(id) ?? []);
    setSelectedRows(new Map(rows.map((row) => [row.id, row])));
  };
  const { start, dialog } = useBulkRun({
    titleOf: (id) => rowOf(id)?.title ?? null,
    onSelect: select,
  });
  useKeys({
    '/': () => document.querySelector<HTMLInputElement>('#listings-q')?.focus(),
    ...(canWrite ? { n: () => go('/dealer/listings/new') } : {}),
  });
  const isFiltered = FILTERS.some((name) => state[name] !== undefined);
  return (
    <Page
      title={words.text('desk.nav.listings')}
      actions={
        canWrite && (
          <Link className="button" to="/dealer/listings/new">
            <Icon name="plus" size={16} />
            {words.text('desk.listings.new')}
          </Link>
        )
      }
    >
      <StatusTabs chosen={statesIn(state)} />
      <div className="table-tools">
        <SearchField />
        <Filters />
        <span className="push row">
          <SavedViews area="listings" />
          <span className="wide-only">
            <ColumnMenu columns={columns} />
          </span>
        </span>
      </div>
      <FilterChips />
      {selected.size > 0 && (
        <BulkActions
          ids={selected}
          rows={[...selected].flatMap((id) => rowOf(id) ?? [])}
          start={start}
          onSelect={select}
        />
      )}
      {dialog}
      <Loaded query={query} lines={12}>
        {({ listings, pagination }) =>
          listings.length === 0 ? (
            isFiltered ? (
              <Empty title={words.text('desk.table.filteredEmpty')}>
                <Button text="desk.table.clear" className="quiet" onClick={() => change(NO_FILTERS)} />
              </Empty>
            ) : (
              <Empty title={words.text('desk.listings.none')}>
                <p>{words.text('desk.listings.none.text')}</p>
              </Empty>
            )
          ) : (
            <>
              <DataTable
                label={words.text('desk.nav.listings')}
                columns={columns}
                rows={listings}
                idOf={({ id }) => id}
                nameOf={({ title }) => title}
                isBusy={query.isPlaceholderData}
                selection={canWrite ? { ids: selected, set: choose } : undefined}
              />
              <Pager {...pagination} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function queryOf(state: Readonly<Record<string, string>>, page: number): ListQuery {
  const { sort, order } = state;
  return {
    page,
    limit: LIMIT,
    ...filtersOf(state),
    sort: sort as ListQuery['sort'],
    order: order === 'asc' || order === 'desc' ? order : undefined,
  };
}

function SearchField(): ReactElement {
  const words = useWords();
  const [typed, setTyped] = useTypedFilter('q');
  return (
    <input
      id="listings-q"
      type="search"
      className="search-field"
      aria-label={words.text('desk.listings.search')}
      placeholder={words.text('desk.listings.search')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

function StatusTabs({ chosen }: { chosen: readonly string[] }): ReactElement {
  const words = useWords();
  const { data } = useQuery(read('dashboard.get'));
  const [, change] = useUrlState();
  const counts = data?.listings.byStatus ?? {};
  const visible = STATUSES.filter((status) => (counts[status] ?? 0) > 0 || chosen.includes(status));
  return (
    <div className="tabs" role="group" aria-label={words.text('desk.listings.status')}>
      <ul>
        {[undefined, ...visible].map((status) => (
          <li key={status ?? 'all'}>
            <button
              type="button"
              aria-pressed={status === undefined ? chosen.length === 0 : chosen.includes(status)}
              onClick={() => change({ status, page: undefined })}
            >
              {words.text(`desk.listings.status.${status ?? 'all'}`)}
              {data !== undefined && (
                <span className="number note">
                  {words.number(status === undefined ? data.listings.total : (counts[status] ?? 0))}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function columnsOf(words: DeskWords): readonly Column<OwnListingSummary>[] {
  const day = (iso: string | null): string => (iso === null ? '' : words.date(iso));
  return [
    {
      id: 'vehicle',
      label: words.text('desk.listings.vehicle'),
      isFixed: true,
      sort: { by: 'title', first: 'asc' },
      cell: (row) => <VehicleCell row={row} />,
    },
    {
      id: 'status',
      label: words.text('desk.listings.status'),
      isWide: true,
      cell: ({ status }) => <ListingState status={status} />,
    },
    {
      id: 'price',
      label: words.text('desk.listings.price'),
      align: 'end',
      isWide: true,
      sort: { by: 'price', first: 'desc' },
      cell: (row) => <ListingPrice listing={row} />,
    },
    {
      id: 'year',
      isMinor: true,
      label: words.text('desk.listings.year'),
      align: 'end',
      isWide: true,
      sort: { by: 'year', first: 'desc' },
      cell: ({ year }) => year ?? '',
    },
    {
      id: 'mileage',
      isMinor: true,
      label: words.text('desk.listings.mileage'),
      align: 'end',
      isWide: true,
      sort: { by: 'mileage', first: 'asc' },
      cell: ({ mileage }) => (mileage === null ? '' : `${words.number(mileage)} km`),
    },
    {
      id: 'views',
      label: words.text('desk.listings.views'),
      align: 'end',
      isWide: true,
      sort: { by: 'views', first: 'desc' },
      cell: ({ stats }) => words.number(stats.views),
    },
    {
      id: 'inquiries',
      isMinor: true,
      label: words.text('desk.listings.inquiries'),
      align: 'end',
      isWide: true,
      cell: ({ stats }) => words.number(stats.inquiries),
    },
    {
      id: 'quality',
      label: words.text('desk.listings.quality'),
      align: 'end',
      isWide: true,
      sort: { by: 'qualityScore', first: 'asc' },
      cell: ({ qualityScore }) => <QualityBar score={qualityScore} />,
    },
    {
      id: 'expires',
      label: words.text('desk.listings.expires'),
      isWide: true,
      sort: { by: 'expiresAt', first: 'asc' },
      cell: ({ expiresAt }) => day(expiresAt),
    },
    ...textColumns(words),
    {
      id: 'photos',
      label: words.text('desk.listings.photos'),
      align: 'end',
      isHidden: true,
      isWide: true,
      cell: ({ imagesCount }) => words.number(imagesCount),
    },
    {
      id: 'favorites',
      label: words.text('desk.listings.favorites'),
      align: 'end',
      isHidden: true,
      isWide: true,
      cell: ({ stats }) => words.number(stats.favorites),
    },
    {
      id: 'published',
      label: words.text('desk.listings.published'),
      isHidden: true,
      isWide: true,
      sort: { by: 'publishedAt', first: 'desc' },
      cell: ({ publishedAt }) => day(publishedAt),
    },
    {
      id: 'updated',
      label: words.text('desk.listings.updated'),
      isHidden: true,
      isWide: true,
      sort: { by: 'updatedAt', first: 'desc' },
      cell: ({ updatedAt }) => day(updatedAt),
    },
    {
      id: 'created',
      label: words.text('desk.listings.created'),
      isHidden: true,
      isWide: true,
      sort: { by: 'createdAt', first: 'desc' },
      cell: ({ createdAt }) => day(createdAt),
    },
    {
      id: 'acts',
      label: words.text('desk.listings.acts.column'),
      isFixed: true,
      isLast: true,
      cell: (row) => <RowMenu row={row} />,
    },
  ];
}

function textColumns(words: DeskWords): readonly Column<OwnListingSummary>[] {
  const rows: [id: string, label: string, cell: Column<OwnListingSummary>['cell']][] = [
    ['stockNumber', words.text('desk.listings.stockNumber'), ({ externalId }) => externalId ?? ''],
    ['vin', words.text('desk.listings.vin'), ({ vin }) => vin ?? ''],
    ['model', words.text('desk.listings.model'), ({ model }) => model ?? ''],
    [
      'category',
      words.text('desk.listings.category'),
      ({ category }) => (category === null ? '' : (words.name(`categories.${category}`) ?? category)),
    ],
  ];
  return rows.map(([id, label, cell]) => ({ id, label, cell, isHidden: true, isWide: true }));
}

function VehicleCell({ row }: { row: OwnListingSummary }): ReactElement {
  const words = useWords();
  return (
    <div className="vehicle-cell">
      <Thumbnail url={row.thumbnail} />
      <div>
        <Link to={`/dealer/listings/${row.id}`}>{row.title}</Link>{' '}
        {row.featured && (
          <span
            className="tag"
            title={
              row.featuredUntil === null
                ? undefined
                : words.text('desk.listings.featuredUntil', { date: words.date(row.featuredUntil) })
            }
          >
            {words.text('desk.listings.featured')}
          </span>
        )}
        <span className="note wide-only">{row.externalId ?? ''}</span>
        <span className="phone-only phone-facts">
          <strong className="number">
            <ListingPrice listing={row} />
          </strong>
          <ListingState status={row.status} />
        </span>
      </div>
    </div>
  );
}

/** The score as a number, and as a bar to compare rows. */
function QualityBar({ score }: { score: number }): ReactElement {
  return (
    <span className="quality">
      <meter min={0} max={100} low={50} high={80} optimum={100} value={score} aria-hidden="true" />
      {score}
    </span>
  );
}
