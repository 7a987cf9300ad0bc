/** Charts as drawings with their table, which a button shows: what cannot be seen can be read. */
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../words.ts';

export interface Point {
  /** What stands at the axis and in the table. */
  readonly label: string;
  readonly value: number;
}

interface ChartProps {
  readonly title: string;
  readonly points: readonly Point[];
  /** What the values are. */
  readonly unit: string;
  readonly height?: number;
}

const FIRST_WIDTH = 640;
const MARGIN = { top: 8, right: 12, bottom: 22, left: 40 };
const TICKS = 4;
const LABEL_PX = 60;

function Chart({
  title,
  points,
  unit,
  height = 200,
  draw,
}: ChartProps & {
  draw: (frame: { y: (value: number) => number; bottom: number; right: number }) => {
    shapes: ReactElement;
    x: (at: number) => number;
  };
}): ReactElement {
  const words = useWords();
  const heading = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  // Drawn as wide as it is shown, so that letters keep their size.
  useEffect(() => {
    const element = svg.current;
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  const y = scaleLinear()
    .domain([0, Math.max(1, ...points.map(({ value }) => value))])
    .nice(TICKS)
    .range([bottom, MARGIN.top]);
  const { shapes, x } = draw({ y, bottom, right });
  const every = Math.ceil((points.length * LABEL_PX) / Math.max(LABEL_PX, right - MARGIN.left));
  return (
    <figure className="stack" aria-labelledby={heading}>
      <figcaption id={heading}>
        <strong>{title}</strong> <span className="note">{unit}</span>
      </figcaption>
      <svg ref={svg} className="chart" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {y
          .ticks(TICKS)
          .filter(Number.isInteger)
          .map((tick) => (
            <g key={tick}>
              <line className="grid" x1={MARGIN.left} x2={right} y1={y(tick)} y2={y(tick)} />
              <text x={MARGIN.left - 6} y={y(tick)} textAnchor="end" dominantBaseline="middle">
                {words.number(tick)}
              </text>
            </g>
          ))}
        {shapes}
        {points.map(
          ({ label }, at) =>
            at % every === 0 && (
              <text key={label} x={x(at)} y={height - 6} textAnchor="middle">
                {label}
              </text>
            ),
        )}
      </svg>
      <details>
        <summary>{words.text('desk.chart.table')}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col" className="end">
                {unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="end">{words.number(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

export function LineChart(props: ChartProps): ReactElement {
  const { points } = props;
  return (
    <Chart
      {...props}
      draw={({ y, bottom, right }) => {
        const scale = scalePoint<number>()
          .domain(points.map((_, at) => at))
          .range([MARGIN.left, right]);
        const x = (at: number): number => scale(at) ?? MARGIN.left;
        const pathOf = line<Point>(
          (_, at) => x(at),
          ({ value }) => y(value),
        );
        const areaOf = area<Point>(
          (_, at) => x(at),
          bottom,
          ({ value }) => y(value),
        );
        return {
          x,
          shapes: (
            <>
              <path className="area" d={areaOf(points) ?? ''} />
              <path className="line" d={pathOf(points) ?? ''} />
            </>
          ),
        };
      }}
    />
  );
}

export function BarChart(props: ChartProps): ReactElement {
  const { points } = props;
  return (
    <Chart
      {...props}
      draw={({ y, bottom, right }) => {
        const scale = scaleBand<number>()
          .domain(points.map((_, at) => at))
          .range([MARGIN.left, right])
          .padding(0.2);
        const left = (at: number): number => scale(at) ?? MARGIN.left;
        return {
          x: (at) => left(at) + scale.bandwidth() / 2,
          shapes: (
            <>
              {points.map(({ label, value }, at) => (
                <rect
                  key={label}
                  className="bar"
                  x={left(at)}
                  y={y(value)}
                  width={scale.bandwidth()}
                  height={bottom - y(value)}
                />
              ))}
            </>
          ),
        };
      }}
    />
  );
}

/** A line without axes, beside a figure that says the sum. */
export function Spark({ values }: { values: readonly number[] }): ReactElement {
  const x = scaleLinear()
    .domain([0, Math.max(1, values.length - 1)])
    .range([1, 99]);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .range([23, 1]);
  const pathOf = line<number>(
    (_, at) => x(at),
    (value) => y(value),
  );
  return (
    <svg className="chart spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <path className="line" d={pathOf(values) ?? ''} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
