import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { numberOf } from './values.ts';

/** Of the drawing, for a metre. */
const UNITS = 44;
const EURO_PALLET_M = 1.2;
const WIDTH_M = 2.48;
/** From which three pallets stand side by side. */
const THREE_ACROSS_M = 2.4;
const PALLETS_MAX = 100;

/** The floor of the load space to scale, with the Euro pallets that fit on it; nothing where they are not known. */
export function LoadPlan({
  technical,
  reader,
}: {
  technical: Readonly<Record<string, unknown>>;
  reader: Reader;
}): ReactElement | null {
  const [lengthMm, widthMm] = [numberOf(technical['loadLengthMm']), numberOf(technical['loadWidthMm'])];
  const pallets = numberOf(technical['europallets']);
  if (lengthMm === null || pallets === null || pallets < 1 || pallets > PALLETS_MAX) return null;
  const [length, width] = [lengthMm / 1000, widthMm === null ? WIDTH_M : widthMm / 1000];
  const across = width >= THREE_ACROSS_M ? 3 : 2;
  const along = Math.min(EURO_PALLET_M, (length - 0.06) / Math.ceil(pallets / across));
  const beside = (width - 0.06) / across;
  if (along <= 0.1 || beside <= 0.1) return null;
  const [w, h] = [Math.round(length * UNITS + 4), Math.round(width * UNITS + 4)];
  const size = [length, width].map((metres) => reader.number(metres)).join(' × ');
  return (
    <figure className="load-plan">
      <svg
        viewBox={`0 0 ${w} ${h}`}
        width={w}
        height={h}
        role="img"
        aria-label={reader.text('listing.loadPlan')}
      >
        <rect className="floor" x="1" y="1" width={w - 2} height={h - 2} rx="4" />
        {Array.from({ length: pallets }, (_, at) => (
          <rect
            key={at}
            className="pallet"
            x={tenth((0.04 + Math.floor(at / across) * along) * UNITS + 2)}
            y={tenth((0.03 + (at % across) * beside) * UNITS + 2)}
            width={tenth(along * UNITS - 3)}
            height={tenth(beside * UNITS - 3)}
            rx="2"
          />
        ))}
      </svg>
      <figcaption className="row note">
        <b>{reader.count('listing.pallets', pallets)}</b>
        {widthMm !== null && <span>{size} m</span>}
        <span className="push">{reader.text('listing.loadPlan.scale')}</span>
      </figcaption>
    </figure>
  );
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
