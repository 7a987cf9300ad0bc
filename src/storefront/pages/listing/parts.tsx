/** Parts that the page of a listing shares with its printed sheet. */
import type { ReactElement } from 'react';
import { drawingName, drawingOf } from '../../drawings/vehicle.ts';
import type { Reader } from '../../texts/reader.ts';
import { AxleGlyph } from '../../ui/axle-glyph.tsx';
import type { FactRow } from './facts.ts';
import { type VatRule, vatRules } from '../../prices/vat-rules.ts';
import { booleanOf, type ListingDetail, numberOf } from './load.ts';

export function drawingNameOf({ category, subcategory, technical }: ListingDetail): string {
  return drawingName(
    drawingOf({
      category: category.slug,
      subcategory: subcategory?.slug,
      driveType: textOf(technical['driveType']),
      axles: numberOf(technical['axles']),
      color: textOf(technical['color']),
    }),
  );
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

export function KeyFacts({
  rows,
  reader,
  formula,
}: {
  rows: readonly FactRow[];
  reader: Reader;
  formula: string | null;
}): ReactElement {
  return (
    <section aria-label={reader.text('listing.keyFacts')}>
      <dl className="key-facts">
        {rows.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {name === 'driveType' && formula !== null && <AxleGlyph formula={formula} />} {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Rows({ rows }: { rows: readonly FactRow[] }): ReactElement {
  return (
    <dl className="rows">
      {rows.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
