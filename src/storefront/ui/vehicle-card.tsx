import type { ReactElement } from 'react';
import { drawingName, drawingOf } from '../drawings/vehicle.ts';
import type { ShownPrice } from '../prices/shown.ts';
import type { Reader } from '../texts/reader.ts';
import { AxleGlyph } from './axle-glyph.tsx';
import { CompareLink } from './compare-link.tsx';
import { PriceLabel, type PriceLabelData } from './price-label.tsx';
import { PriceWithBasis } from './price.tsx';

/** A listing as lists show it: the summary of the API and some facts of the trade. */
export interface CardListing {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly price: number | null;
  readonly currency: string | null;
  readonly vatDeductible: boolean | null;
  readonly year: number | null;
  readonly mileage: number | null;
  readonly category: { readonly slug: string; readonly name: string };
  readonly location: { readonly country: string | null; readonly city: string | null };
  readonly thumbnail: string | null;
  readonly featured: boolean;
  readonly seller: { readonly name: string; readonly verified: boolean };
  readonly distance?: number | null | undefined;
  /** null: on request. */
  readonly shownPrice?: ShownPrice | null;
  /** null: too few vehicles are similar. */
  readonly priceLabel?: PriceLabelData | null;
  readonly facts?: {
    readonly powerHp: number | null;
    readonly driveType: string | null;
    readonly euroStandard: string | null;
    readonly operatingHours: number | null;
    readonly axles: number | null;
    readonly color: string | null;
    readonly subcategory: string | null;
  };
}

export function VehicleCard({
  listing,
  reader,
  isFirst = false,
}: {
  listing: CardListing;
  reader: Reader;
  isFirst?: boolean;
}): ReactElement {
  const { location, seller } = listing;
  const place = [location.country, location.city].filter((part) => part !== null).join(' ');
  return (
    <article className="card" data-id={listing.id}>
      <Picture listing={listing} reader={reader} isFirst={isFirst} />
      <div className="card-body">
        <h3>
          <a href={`/${reader.language}/listing/${listing.slug}`}>{listing.title}</a>
        </h3>
        <CardFactList listing={listing} reader={reader} />
        <p className="card-seller">
          {seller.name}
          {seller.verified && (
            <>
              {' '}
              <span className="verified unbroken">✓ {reader.text('card.verified')}</span>
            </>
          )}
          {place !== '' && (
            <>
              {' '}
              · <span className="unbroken">{place}</span>
            </>
          )}
          {typeof listing.distance === 'number' && (
            <span>
              {' '}
              · {reader.text('card.distance', { km: reader.number(Math.round(listing.distance)) })}
            </span>
          )}
        </p>
      </div>
      <div className="card-price">
        <PriceWithBasis listing={listing} reader={reader} />
        {listing.priceLabel !== undefined && listing.priceLabel !== null && (
          <PriceLabel label={listing.priceLabel} reader={reader} />
        )}
        <CompareLink id={listing.id} title={listing.title} reader={reader} />
      </div>
    </article>
  );
}

function Picture({
  listing,
  reader,
  isFirst,
}: {
  listing: CardListing;
  reader: Reader;
  isFirst: boolean;
}): ReactElement {
  const { thumbnail, category, facts } = listing;
  const drawing = drawingOf({ category: category.slug, ...facts });
  return (
    <div className="card-shot">
      <img
        src={thumbnail === null ? `/drawings/${drawingName(drawing)}.svg` : pathOf(thumbnail)}
        width="400"
        height="300"
        alt={thumbnail === null ? reader.text('card.noPhoto') : ''}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
      />
      {listing.featured && <span className="on-picture featured">{reader.text('card.featured')}</span>}
    </div>
  );
}

function CardFactList({ listing, reader }: { listing: CardListing; reader: Reader }): ReactElement {
  const { year, mileage, facts } = listing;
  const hours = facts?.operatingHours ?? null;
  const rows: (readonly [string, ReactElement | string])[] = [];
  if (year !== null) rows.push([reader.field('year'), String(year)]);
  if (mileage !== null) rows.push([reader.field('mileage'), `${reader.number(mileage)} km`]);
  else if (hours !== null) rows.push([reader.field('operatingHours'), `${reader.number(hours)} h`]);
  if (facts?.powerHp !== null && facts?.powerHp !== undefined)
    rows.push([reader.field('powerKw'), `${reader.number(facts.powerHp)} ${reader.text('unit.hp')}`]);
  if (facts?.driveType !== null && facts?.driveType !== undefined)
    rows.push([
      reader.field('driveType'),
      <span key="axles" className="axle-formula">
        <AxleGlyph formula={facts.driveType} /> {facts.driveType}
      </span>,
    ]);
  if (facts?.euroStandard !== null && facts?.euroStandard !== undefined)
    rows.push([reader.field('euroStandard'), reader.value('euroStandard', facts.euroStandard)]);
  return (
    <dl className="facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Addresses of pictures are absolute in the API; pages load them from wherever they themselves were loaded. */
export function pathOf(url: string): string {
  const match = /^https?:\/\/[^/]+(\/media\/.*)$/.exec(url);
  return match?.[1] ?? url;
}
