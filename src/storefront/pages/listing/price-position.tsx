import type { ReactElement } from 'react';
import type { SimilarSearch, PricePosition } from '../../../modules/listings/index.ts';
import type { Reader } from '../../texts/reader.ts';
import { toQueryString } from '../search/parameters.ts';
import type { ListingDetail } from './load.ts';

const WIDTH = 320;
const EDGE = 8;

/** Shows the position of the price together with its basis of comparison. */
export function PriceComparison({
  position,
  listing,
  reader,
}: {
  position: PricePosition;
  listing: ListingDetail;
  reader: Reader;
}): ReactElement | null {
  const { price } = listing;
  if (price === null) return null;
  const { currency, usualFrom, usualTo, basis } = position;
  if (
    position.position === null ||
    currency === null ||
    usualFrom === null ||
    usualTo === null ||
    basis === null
  )
    return <p className="note">{reader.text('position.unknown')}</p>;
  const money = (amount: number): string => reader.money(Math.round(amount), currency);
  return (
    <div className="position">
      <h2>{reader.text(`position.${position.position}`)}</h2>
      <Ladder price={price} position={position} />
      <p className="row note ends">
        <span>{money(position.low ?? usualFrom)}</span>
        <span>{money(position.high ?? usualTo)}</span>
      </p>
      <p className="note">
        {reader.text('position.basis', {
          count: reader.number(position.compared),
          from: money(usualFrom),
          to: money(usualTo),
        })}{' '}
        {reader.text('position.what', { basis: basisText(basis, listing, reader) })}{' '}
        {basis.vat_deductible === true && (
          <a href={`/${reader.language}/search${toQueryString(parametersOf(basis))}`} rel="nofollow">
            {reader.text('position.show')}
          </a>
        )}
      </p>
    </div>
  );
}

/** A scale from the cheapest tenth to the dearest, its middle half marked, and this price on it. */
function Ladder({ price, position }: { price: number; position: PricePosition }): ReactElement {
  const { low, usualFrom, usualTo, high } = position;
  const from = Math.min(price, low ?? price);
  const to = Math.max(price, high ?? price);
  const place = (amount: number | null): number =>
    to === from
      ? WIDTH / 2
      : Math.round(EDGE + (((amount ?? price) - from) / (to - from)) * (WIDTH - 2 * EDGE));
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
