/** The dealer's stock as a table: filters in the address, columns to choose, and acts on many at once. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { api, type OwnListingSummary, pathOf } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { useMay } from '../../me.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { SavedViews } from '../../ui/saved-views.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, ColumnMenu, DataTable, Pager } from '../../ui/table.tsx';
import { useGo, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { BulkActions } from './bulk.tsx';
import { useBulkRun } from './bulk-run.tsx';
import { FilterChips, FILTERS, Filters, filtersOf, type ListQuery, statesIn } from './filters.tsx';
import { ListingPrice } from './listing-price.tsx';
import { RowMenu } from './row-menu.tsx';
import { ListingState, STATUSES } from './status.tsx';

const LIMIT = 100;
const TYPING_MS = 250;
const NO_FILTERS = Object.fromEntries([...FILTERS, 'page'].map((name) => [name, undefined]));

export function ListingsPage(): ReactElement {
  const words = useWords();
  const go = useGo();
  const mayWrite = useMay('AGENT');
  const [state, change] = useUrlState();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const page = Math.max(1, Number(state['page'] ?? 1) || 1);
  const asked = queryOf(state, page);
  const query = useQuery({
    queryKey: ['listings', asked],
    queryFn: ({ signal }) => api.listings.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsOf(words), [words]);
  /** Rows that are selected, which stay known on other pages. */
  const [chosen, keep] = useState<ReadonlyMap<string, OwnListingSummary>>(new Map());
  const shown = query.data?.listings;
  const rowOf = (id: string): OwnListingSummary | undefined =>
    shown?.find((row) => row.id === id) ?? chosen.get(id);
  const choose = (ids: ReadonlySet<string>): void => {
    select(ids);
    const rows = [...ids].flatMap((id) => rowOf(id) ?? []);
    keep(new Map(rows.map((row) => [row.id, row])));
  };
  const { start, dialog } = useBulkRun({
    titleOf: (id) => rowOf(id)?.title ?? null,
    onSelect: select,
  });
  useKeys({
    '/': () => document.querySelector<HTMLInputElement>('#listings-q')?.focus(),
    ...(mayWrite ? { n: () => go('/dealer/listings/new') } : {}),
  });
  const isFiltered = FILTERS.some((name) => state[name] !== undefined);
  return (
    <Page
      title={words.text('desk.nav.listings')}
      actions={
        mayWrite && (
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
                <button type="button" className="quiet" onClick={() => change(NO_FILTERS)}>
                  {words.text('desk.table.clear')}
                </button>
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
                {...(mayWrite ? { selection: { ids: selected, set: choose } } : {})}
              />
              <Pager page={pagination.page} limit={pagination.limit} total={pagination.total} />
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
    ...(sort === undefined ? {} : { sort: sort as NonNullable<ListQuery['sort']> }),
    ...(order === 'asc' || order === 'desc' ? { order } : {}),
  };
}

/** What is typed is asked for when the typing rests. */
function SearchField(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const given = state['q'] ?? '';
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  useEffect(() => {
    if (typed.trim() === given) return undefined;
    const timer = setTimeout(
      () => change({ q: typed.trim() === '' ? undefined : typed.trim(), page: undefined }, { replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing asks
  }, [typed]);
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
  const { data } = useQuery({ queryKey: ['today', 'dashboard'], queryFn: () => api.dashboard.get() });
  const [, change] = useUrlState();
  const counts = data?.listings.byStatus ?? {};
  const shown = STATUSES.filter((status) => (counts[status] ?? 0) > 0 || chosen.includes(status));
  return (
    <div className="tabs" role="group" aria-label={words.text('desk.listings.status')}>
      <ul>
        {[undefined, ...shown].map((status) => (
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

/** What tells vehicles apart in books and yards. */
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
      <Thumbnail address={row.thumbnail} />
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

function Thumbnail({ address }: { address: string | null }): ReactElement {
  if (address === null)
    return (
      <span className="thumbnail none">
        <Icon name="photo" />
      </span>
    );
  return <img className="thumbnail" src={pathOf(address)} alt="" width={64} height={48} loading="lazy" />;
}

/** The number says it; the line lets one compare rows. */
function QualityBar({ score }: { score: number }): ReactElement {
  return (
    <span className="quality">
      <meter min={0} max={100} low={50} high={80} optimum={100} value={score} aria-hidden="true" />
      {score}
    </span>
  );
}
