import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useDownload } from '../../action.ts';
import { api, type Dashboard, type VehicleFigures } from '../../api.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { oneOf } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { ListingPrice } from '../listings/listing-price.tsx';
import { Charts, Tiles } from './figures.tsx';
import { FIGURES, type Period, PeriodChoice, usePeriod } from './period.tsx';

const PAGE_ROWS = 25;

export function StatisticsPage(): ReactElement {
  const words = useWords();
  const period = usePeriod();
  const query = useQuery({ ...read('dashboard.get', period), placeholderData: keepPreviousData });
  const [save] = useDownload();
  const days = `${period.from}-${period.to}.csv`;
  return (
    <Page
      title={words.text('desk.nav.statistics')}
      note={`${words.date(period.from)} – ${words.date(period.to)}`}
      actions={
        <>
          <PeriodChoice />
          <Button
            text="desk.statistics.csvDays"
            className="quiet"
            onClick={() => save(() => api.dashboard.export(period), `days-${days}`)}
          />
          <Button
            text="desk.statistics.csvVehicles"
            className="quiet"
            onClick={() => save(() => api.dashboard.exportVehicles(period), `vehicles-${days}`)}
          />
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
    isWide: figure === 'visitors' || figure === 'favorites',
    sort: { by: figure, first: 'desc' },
    cell: (row) => words.number(row[figure]),
  })),
];

/** The stock by its figures, in descending order to find the best vehicles, or ascending to find slow ones. */
function Vehicles({ period }: { period: Period }): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const sort = oneOf(FIGURES, state['sort']) ?? 'views';
  const order = state['order'] === 'asc' ? 'asc' : 'desc';
  const query = read('dashboard.vehicles', { ...period, page: usePage(), limit: PAGE_ROWS, sort, order });
  return (
    <section aria-labelledby="vehicles">
      <div className="table-tools">
        <h2 id="vehicles">{words.text('desk.statistics.vehicles')}</h2>
        {(['desc', 'asc'] as const).map((option) => (
          <Button
            text={option === 'desc' ? 'desk.statistics.best' : 'desk.statistics.slow'}
            key={option}

            className={option === 'desc' ? 'quiet push' : 'quiet'}
            aria-pressed={order === option}
            onClick={() => change({ sort, order: option, page: undefined })}
          />
        ))}
      </div>
      <PagedTable
        query={query}
        rowsOf={({ vehicles }) => vehicles}
        empty={
          <Empty title={words.text('desk.statistics.none')}>
            <p>{words.text('desk.statistics.none.hint')}</p>
          </Empty>
        }
        label={words.text('desk.statistics.vehicles')}
        columns={columnsOf(words)}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
      />
    </section>
  );
}
