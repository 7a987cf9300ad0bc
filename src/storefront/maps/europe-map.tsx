import type { ReactElement, ReactNode } from 'react';
import { MAP_HEIGHT, MAP_WIDTH, type MapPoint } from '../../platform/map/europe.ts';

const RING = 13;
const DOT = 6;

/** The outlines are in the style sheet, so that they use the colors of the page. */
export function EuropeMap({ label, children }: { label?: string; children: ReactNode }): ReactElement {
  return (
    <div className="europe">
      <svg
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        role={label === undefined ? undefined : 'img'}
        aria-label={label}
      >
        {children}
      </svg>
    </div>
  );
}

export function MapDot({ point: { x, y } }: { point: MapPoint }): ReactElement {
  const [cx, cy] = [Math.round(x), Math.round(y)];
  return (
    <>
      <circle className="map-ring" cx={cx} cy={cy} r={RING} />
      <circle className="map-dot" cx={cx} cy={cy} r={DOT} />
    </>
  );
}
