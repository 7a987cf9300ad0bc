/** Parts that the page of a listing shares with its printed sheet. */
import type { ReactElement } from 'react';
import { type Drawing, drawingOf } from '../../drawings/vehicle.ts';
import type { Reader } from '../../texts/reader.ts';
import { AxleGlyph } from '../../ui/axle-glyph.tsx';
import { type VatRule, vatRules } from '../../prices/vat-rules.ts';
import { type FactRow } from './facts.ts';
import { booleanOf, numberOf, textOf } from './values.ts';
import { TextWithTime } from '../../ui/time.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { entryOf } from '@fifthwheel/text/entry-of';
import type { ListingDetail } from './load.ts';

export function drawingFor({ category, subcategory, technical }: ListingDetail): Drawing {
  return drawingOf({
    category: category.slug,
    subcategory: subcategory?.slug,
    driveType: textOf(technical['driveType']),
    axles: numberOf(technical['axles']),
    color: textOf(technical['color']),
    cabType: textOf(technical['cabType']),
  });
}

/** VAT of the price, and the previous price. */
export function PriceNotes({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  const { price, currency, commercial } = listing;
  const gross = numberOf(commercial['priceGross']);
  const previous = numberOf(commercial['previousPrice']);
  const isNet = commercial['vatDeductible'] === true;
  return (
    <>
      {price !== null && currency !== null && (
        <p className="note">
          {reader.text(priceNoteOf(commercial))}
          {isNet && gross !== null && (
            <> · {reader.text('listing.gross', { price: reader.money(gross, currency) })}</>
          )}
        </p>
      )}
      {textOf(commercial['priceType']) === 'negotiable' && (
        <p className="note">{reader.value('priceType', 'negotiable')}</p>
      )}
      {previous !== null && currency !== null && price !== null && previous > price && (
        <p className="good">{reader.text('listing.reduced', { price: reader.money(previous, currency) })}</p>
      )}
    </>
  );
}

export function vatRulesOf(listing: ListingDetail, reader: Reader): readonly VatRule[] {
  const { price, currency, commercial, seller } = listing;
  return vatRules(
    {
      price,
      currency,
      vatDeductible: booleanOf(commercial['vatDeductible']),
      vatRate: numberOf(commercial['vatRate']),
      priceGross: numberOf(commercial['priceGross']),
      vatScheme: textOf(commercial['vatScheme']),
      country: seller.country,
    },
    reader,
  );
}

export function priceNoteOf({ vatDeductible, vatScheme }: ListingDetail['commercial']) {
  if (vatScheme === 'margin') return 'listing.margin';
  return vatDeductible === true ? 'listing.net' : 'listing.grossOnly';
}

const ICONS: Readonly<Record<string, IconName>> = {
  firstRegistration: 'calendar',
  year: 'calendar',
  mileage: 'road',
  operatingHours: 'clock',
  powerKw: 'engine',
  driveType: 'steering-wheel',
  euroStandard: 'leaf',
  transmission: 'manual-gearbox',
  cabType: 'bed',
  axles: 'wheel',
  payloadKg: 'weight',
  operatingWeightKg: 'weight',
  liftingCapacityKg: 'forklift',
  grossVehicleWeightKg: 'scale',
  loadLengthMm: 'ruler-measure',
  europallets: 'stack-2',
  cooling: 'snowflake',
  seats: 'armchair',
  previousOwners: 'user',
  fuelType: 'droplet',
};

export function KeyFacts({ rows, reader }: { rows: readonly FactRow[]; reader: Reader }): ReactElement {
  return (
    <section aria-label={reader.text('listing.keyFacts')}>
      <dl className="keys">
        {rows.map((row) => (
          <div key={row.name}>
            <dt>
              <Icon name={entryOf(ICONS, row.name) ?? 'info-circle'} />
              {row.label}
            </dt>
            <dd>
              <FactValue row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FactValue({ row: { formula, value } }: { row: FactRow }): ReactElement {
  if (formula === undefined) return <>{value}</>;
  return (
    <span className="fact-in">
      <AxleGlyph formula={formula} /> {value}
    </span>
  );
}

export function Rows({ rows }: { rows: readonly FactRow[] }): ReactElement {
  return (
    <dl className="rows">
      {rows.map((row) => (
        <div key={row.name}>
          <dt>{row.label}</dt>
          <dd>
            <FactValue row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The number of a listing, and when it was last changed. */
export function Origin({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  return (
    <>
      {reader.text('listing.id', { id: listing.id })} ·{' '}
      <TextWithTime text="listing.updated" name="date" at={listing.updatedAt} shows="date" reader={reader} />
    </>
  );
}
