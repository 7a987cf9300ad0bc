/** Charts as drawings for the eye, and as a table that a button shows and screen readers read. */
import { Table } from './table.tsx';
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../words.ts';

export interface Point {
  /** Label of the axis and the table. */
  readonly label: string;
  readonly value: number;
}

interface ChartProps {
  readonly title: string;
  readonly points: readonly Point[];
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
    x: (index: number) => number;
  };
}): ReactElement {
  const words = useWords();
  const heading = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  // Drawn at the width of the element, so that the text keeps its size.
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
          ({ label }, index) =>
            index % every === 0 && (
              <text key={label} x={x(index)} y={height - 6} textAnchor="middle">
                {label}
              </text>
            ),
        )}
      </svg>
      <details>
        <summary>{words.text('desk.chart.table')}</summary>
        <Table
          columns={[
            { id: 'label', label: title, isHead: true, cell: ({ label }) => label },
            { id: 'value', label: unit, align: 'end', cell: ({ value }) => words.number(value) },
          ]}
          rows={points}
          idOf={({ label }) => label}
        />
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
          .domain(points.map((_, index) => index))
          .range([MARGIN.left, right]);
        const x = (index: number): number => scale(index) ?? MARGIN.left;
        const pathOf = line<Point>(
          (_, index) => x(index),
          ({ value }) => y(value),
        );
        const areaOf = area<Point>(
          (_, index) => x(index),
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
          .domain(points.map((_, index) => index))
          .range([MARGIN.left, right])
          .padding(0.2);
        const left = (index: number): number => scale(index) ?? MARGIN.left;
        return {
          x: (index) => left(index) + scale.bandwidth() / 2,
          shapes: (
            <>
              {points.map(({ label, value }, index) => (
                <rect
                  key={label}
                  className="bar"
                  x={left(index)}
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

/** A line without axes, next to a number with the sum. */
export function Spark({ values }: { values: readonly number[] }): ReactElement {
  const x = scaleLinear()
    .domain([0, Math.max(1, values.length - 1)])
    .range([1, 99]);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .range([23, 1]);
  const pathOf = line<number>(
    (_, index) => x(index),
    (value) => y(value),
  );
  return (
    <svg className="chart spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <path className="line" d={pathOf(values) ?? ''} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
