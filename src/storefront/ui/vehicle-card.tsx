import type { ReactElement } from 'react';
import type { CardFacts } from '../../modules/listings/index.ts';
import { drawingName, drawingOf } from '../drawings/vehicle.ts';
import type { Reader } from '../texts/reader.ts';
import { AxleGlyph } from './axle-glyph.tsx';
import { cardFacts } from './card-facts.ts';
import { CompareLink } from './compare-link.tsx';
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
  readonly facts?: VehicleFacts;
}

type StoredFacts = Omit<CardFacts, 'id' | 'subcategoryId' | 'powerKw' | 'features' | 'publishedAt'>;

export interface VehicleFacts extends StoredFacts {
  readonly powerHp: number | null;
  /** Slug of the subcategory, and its name in the language of the page. */
  readonly subcategory: string | null;
  readonly type: string | null;
  /** Names of the rarest equipment. */
  readonly features: readonly string[];
  readonly moreFeatures: number;
  /** Days since it was listed. */
  readonly ageDays: number | null;
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
  return (
    <dl className="facts">
      {cardFacts(listing, reader).map(({ label, value, isAxleFormula }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {isAxleFormula === true ? (
              <span className="fact-in">
                <AxleGlyph formula={value} /> {value}
              </span>
            ) : (
              value
            )}
          </dd>
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
