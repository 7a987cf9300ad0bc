import type { ReactElement } from 'react';
import type { SimilarSearch } from '../../../modules/listings/index.ts';
import type { Reader } from '../../texts/reader.ts';
import { PriceLabel } from '../../ui/price-label.tsx';
import { toQueryString } from '../search/parameters.ts';
import type { ListingDetail, ListingPageData, PriceScale } from './load.ts';

const WIDTH = 320;
const EDGE = 8;

/** Shows the position of the price together with its basis of comparison. */
export function PriceComparison({
  data: { listing, position, scale, shownPrice },
  reader,
}: {
  data: ListingPageData;
  reader: Reader;
}): ReactElement | null {
  if (listing.price === null) return null;
  const { basis, compared } = position;
  if (position.position === null || scale === null || basis === null)
    return <p className="note">{reader.text('position.unknown')}</p>;
  const money = (amount: number): string => reader.money(amount, scale.currency);
  // The compared amounts stay net where the reader sees the gross price.
  const net = shownPrice?.basis === 'gross' ? ` ${reader.text('prices.net')}` : '';
  return (
    <div className="position">
      <PriceLabel label={{ position: position.position, compared, percent: scale.percent }} reader={reader} />
      <Ladder scale={scale} />
      <p className="note">
        {reader.text('position.basis', {
          from: money(scale.usualFrom),
          to: `${money(scale.usualTo)}${net}`,
        })}{' '}
        {basis.vat_deductible === true && (
          <a href={`/${reader.language}/search${toQueryString(parametersOf(basis))}`} rel="nofollow">
            {reader.text('position.show')}
          </a>
        )}
      </p>
      <details className="fold">
        <summary>{reader.text('position.similar')}</summary>
        <p className="note">{reader.text('position.what', { basis: basisText(basis, listing, reader) })}</p>
      </details>
    </div>
  );
}

/** A scale from the cheapest tenth to the dearest, its middle half marked, and this price on it. */
function Ladder({ scale: { price, low, usualFrom, usualTo, high } }: { scale: PriceScale }): ReactElement {
  const from = Math.min(price, low);
  const to = Math.max(price, high);
  const place = (amount: number): number =>
    to === from ? WIDTH / 2 : Math.round(EDGE + ((amount - from) / (to - from)) * (WIDTH - 2 * EDGE));
  const [start, end] = [place(usualFrom), place(usualTo)];
  return (
    <svg className="scale" viewBox={`0 0 ${WIDTH} 20`} aria-hidden="true">
      <rect className="all" x={EDGE} y="6" width={WIDTH - 2 * EDGE} height="8" rx="4" />
      <rect className="mid" x={start} y="6" width={Math.max(end - start, 6)} height="8" />
      <circle className="pin" cx={place(price)} cy="10" r="7" />
    </svg>
  );
}

/** `MAN TGX, 2019–2021, 206,000–618,000 km, 425–575 hp, net prices`. */
function basisText(
  basis: SimilarSearch,
  { brand, model, subcategory }: ListingDetail,
  reader: Reader,
): string {
  const between = (min: number, max: number, unit: string): string =>
    `${reader.number(min)}–${reader.number(max)} ${unit}`;
  return [
    basis.model === undefined ? (subcategory?.name ?? '') : `${brand?.name ?? ''} ${model ?? ''}`.trim(),
    basis.drive_type,
    basis.min_year === undefined ? undefined : `${basis.min_year}–${basis.max_year}`,
    basis.max_mileage === undefined ? undefined : between(basis.min_mileage ?? 0, basis.max_mileage, 'km'),
    basis.max_hours === undefined ? undefined : between(basis.min_hours ?? 0, basis.max_hours, 'h'),
    basis.max_power === undefined
      ? undefined
      : between(basis.min_power ?? 0, basis.max_power, reader.text('unit.hp')),
    basis.condition === 'new' ? reader.value('condition', 'new') : undefined,
    reader.text(basis.vat_deductible === true ? 'position.net' : 'position.gross'),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

function parametersOf(basis: SimilarSearch): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(basis).map(([name, value]) => [name, String(value)]));
}
