import type { ReactElement } from 'react';

const STEP = 11;

/** Draws an axle formula: a circle per axle, filled for driven axles, which are the last ones. */
export function AxleGlyph({ formula }: { formula: string }): ReactElement | null {
  const match = /^(\d+)x(\d+)$/.exec(formula);
  if (match === null) return null;
  const axles = Number(match[1]) / 2;
  const driven = Number(match[2]) / 2;
  if (axles < 1 || axles > 6) return null;
  return (
    <svg
      className="axles"
      viewBox={`0 0 ${axles * STEP + 2} 12`}
      height="12"
      width={axles * STEP + 2}
      aria-hidden="true"
    >
      {Array.from({ length: axles }, (_, index) => (
        <circle
          key={index}
          cx={6 + index * STEP}
          cy="6"
          r="3.6"
          className={index >= axles - driven ? 'driven' : 'free'}
        />
      ))}
    </svg>
  );
}
