import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, type Dashboard, type VehicleFigures } from '../../api.ts';
import { download } from '../../download.ts';
import { BarChart, LineChart, Spark } from '../../ui/chart.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PERIODS = [7, 30, 90, 365] as const;
const USUAL_DAYS = 30;
const PAGE_ROWS = 25;
const FIGURES = ['views', 'visitors', 'favorites', 'inquiries'] as const;
type Figure = (typeof FIGURES)[number];

interface Period {
  readonly from: string;
  readonly to: string;
}

/** Whole days, today included. */
function periodOf(days: number): Period {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  return { from: day(now - (days - 1) * DAY_MS), to: day(now) };
}

export function StatisticsPage(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const days = PERIODS.find((one) => String(one) === state['days']) ?? USUAL_DAYS;
  const period = periodOf(days);
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
          <select
            aria-label={words.text('desk.statistics.period')}
            value={days}
            onChange={({ target }) => change({ days: target.value, page: undefined })}
          >
            {PERIODS.map((one) => (
              <option key={one} value={one}>
                {words.count('desk.statistics.days', one)}
              </option>
            ))}
          </select>
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
  const pointsOf = (figure: Figure) =>
    series.map((day) => ({ label: words.day(day.date), value: day[figure] }));
  const unknown = words.text('desk.statistics.unknown');
  const percent = (value: number | null): string => (value === null ? unknown : `${words.number(value)} %`);
  return (
    <>
      <dl className="tiles">
        {FIGURES.map((figure) => (
          <div key={figure} className="panel">
            <dt>{words.text(`desk.statistics.${figure}`)}</dt>
            <dd className="figure">{words.number(figures[figure])}</dd>
            <dd>
              <Spark values={series.map((day) => day[figure])} />
            </dd>
          </div>
        ))}
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
      </dl>
      <div className="halves">
        <div className="panel">
          <LineChart
            title={words.text('desk.statistics.views')}
            unit={words.text('desk.statistics.perDay')}
            points={pointsOf('views')}
          />
        </div>
        <div className="panel">
          <BarChart
            title={words.text('desk.statistics.inquiries')}
            unit={words.text('desk.statistics.perDay')}
            points={pointsOf('inquiries')}
          />
        </div>
        <div className="panel">
          <BarChart
            title={words.text('desk.statistics.funnel')}
            unit={words.text('desk.statistics.inPeriod')}
            points={FIGURES.map((figure) => ({
              label: words.text(`desk.statistics.${figure}`),
              value: figures[figure],
            }))}
          />
        </div>
      </div>
    </>
  );
}

const columnsOf = (words: DeskWords): readonly Column<VehicleFigures>[] => [
  {
    id: 'title',
    label: words.text('desk.statistics.vehicle'),
    isFixed: true,
    cell: ({ id, title }) => <Link to={`/dealer/listings/${id}`}>{title}</Link>,
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
    cell: ({ price, currency }) => (price === null || currency === null ? '' : words.money(price, currency)),
  },
  ...FIGURES.map((figure): Column<VehicleFigures> => ({
    id: figure,
    label: words.text(`desk.statistics.${figure}`),
    align: 'end',
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
