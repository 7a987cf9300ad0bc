/** Statistics of a period as tiles and charts, for the stock or a vehicle. */
import type { ReactElement, ReactNode } from 'react';
import type { DashboardDay } from '../../api.ts';
import { BarChart, LineChart, Spark } from '../../ui/chart.tsx';
import { useWords } from '../../words.ts';
import { type Figure, FIGURES } from './period.tsx';

type Sums = Readonly<Record<Figure, number>>;

/** @param children more tiles */
export function Tiles({
  sums,
  series,
  children,
}: {
  sums: Sums;
  series: readonly DashboardDay[];
  children?: ReactNode;
}): ReactElement {
  const words = useWords();
  return (
    <dl className="tiles lined">
      {FIGURES.map((figure) => (
        <div key={figure} className="panel">
          <dt>{words.text(`desk.statistics.${figure}`)}</dt>
          <dd className="figure">{words.number(sums[figure])}</dd>
          <dd>
            <Spark values={series.map((day) => day[figure])} />
          </dd>
        </div>
      ))}
      {children}
    </dl>
  );
}

export function Charts({ sums, series }: { sums: Sums; series: readonly DashboardDay[] }): ReactElement {
  const words = useWords();
  const pointsOf = (figure: Figure) =>
    series.map((day) => ({ label: words.day(day.date), value: day[figure] }));
  return (
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
            value: sums[figure],
          }))}
        />
      </div>
    </div>
  );
}
