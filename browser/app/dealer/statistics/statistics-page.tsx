import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, type Dashboard, type VehicleFigures } from '../../api.ts';
import { download } from '../../download.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { ListingPrice } from '../listings/listing-price.tsx';
import { Charts, Tiles } from './figures.tsx';
import { FIGURES, type Period, PeriodChoice, usePeriod } from './period.tsx';

const PAGE_ROWS = 25;

export function StatisticsPage(): ReactElement {
  const words = useWords();
  const period = usePeriod();
  const query = useQuery({
    queryKey: ['statistics', period.from, period.to],
    queryFn: () => api.dashboard.get(period),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: async (what: 'days' | 'vehicles') =>
      download(
        await (what === 'days' ? api.dashboard.export(period) : api.dashboard.exportVehicles(period)),
        `${what}-${period.from}-${period.to}.csv`,
      ),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  return (
    <Page
      title={words.text('desk.nav.statistics')}
      note={`${words.date(period.from)} – ${words.date(period.to)}`}
      actions={
        <>
          <PeriodChoice />
          <button type="button" className="quiet" onClick={() => save.mutate('days')}>
            {words.text('desk.statistics.csvDays')}
          </button>
          <button type="button" className="quiet" onClick={() => save.mutate('vehicles')}>
            {words.text('desk.statistics.csvVehicles')}
          </button>
        </>
      }
    >
      <div className="stack">
        <Loaded query={query}>{(figures) => <Figures figures={figures} />}</Loaded>
        <Vehicles period={period} />
      </div>
    </Page>
  );
}

function Figures({ figures }: { figures: Dashboard }): ReactElement {
  const words = useWords();
  const { series, conversionPercent, responseTimeMinutes, responseRatePercent } = figures;
  const unknown = words.text('desk.statistics.unknown');
  const percent = (value: number | null): string => (value === null ? unknown : words.percent(value));
  return (
    <>
      <Tiles sums={figures} series={series}>
        <div className="panel">
          <dt>{words.text('desk.statistics.conversion')}</dt>
          <dd className="figure">{percent(conversionPercent)}</dd>
        </div>
        <div className="panel">
          <dt>{words.text('desk.statistics.responseTime')}</dt>
          <dd className="figure">
            {responseTimeMinutes === null ? unknown : words.span(responseTimeMinutes)}
          </dd>
        </div>
        <div className="panel">
          <dt>{words.text('desk.statistics.responseRate')}</dt>
          <dd className="figure">{percent(responseRatePercent)}</dd>
        </div>
      </Tiles>
      <Charts sums={figures} series={series} />
    </>
  );
}

const columnsOf = (words: DeskWords): readonly Column<VehicleFigures>[] => [
  {
    id: 'title',
    label: words.text('desk.statistics.vehicle'),
    isFixed: true,
    cell: ({ id, title }) => <Link to={`/dealer/statistics/${id}`}>{title}</Link>,
  },
  {
    id: 'externalId',
    label: words.text('desk.statistics.stockNumber'),
    isWide: true,
    cell: ({ externalId }) => externalId,
  },
  {
    id: 'price',
    label: words.text('desk.statistics.price'),
    align: 'end',
    isWide: true,
    cell: (row) => <ListingPrice listing={row} />,
  },
  ...FIGURES.map((figure): Column<VehicleFigures> => ({
    id: figure,
    label: words.text(`desk.statistics.${figure}`),
    align: 'end',
    ...(figure === 'visitors' || figure === 'favorites' ? { isWide: true as const } : {}),
    sort: { by: figure, first: 'desc' },
    cell: (row) => words.number(row[figure]),
  })),
];

/** The whole stock by what it brings; turned around, what nobody looks at. */
function Vehicles({ period }: { period: Period }): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const page = Number(state['page'] ?? 1);
  const sort = FIGURES.find((figure) => figure === state['sort']) ?? 'views';
  const order = state['order'] === 'asc' ? 'asc' : 'desc';
  const query = useQuery({
    queryKey: ['statistics', 'vehicles', period.from, period.to, page, sort, order],
    queryFn: () => api.dashboard.vehicles({ ...period, page, limit: PAGE_ROWS, sort, order }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="vehicles">
      <div className="table-tools">
        <h2 id="vehicles">{words.text('desk.statistics.vehicles')}</h2>
        {(['desc', 'asc'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className={one === 'desc' ? 'quiet push' : 'quiet'}
            aria-pressed={order === one}
            onClick={() => change({ sort, order: one, page: undefined })}
          >
            {words.text(one === 'desc' ? 'desk.statistics.best' : 'desk.statistics.slow')}
          </button>
        ))}
      </div>
      <Loaded query={query}>
        {({ vehicles, pagination }) =>
          vehicles.length === 0 ? (
            <Empty title={words.text('desk.statistics.none')}>
              <p>{words.text('desk.statistics.none.hint')}</p>
            </Empty>
          ) : (
            <>
              <DataTable
                label={words.text('desk.statistics.vehicles')}
                columns={columnsOf(words)}
                rows={vehicles}
                idOf={({ id }) => id}
                nameOf={({ title }) => title}
                isBusy={query.isFetching}
              />
              <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
