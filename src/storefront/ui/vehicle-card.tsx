import type { ReactElement } from 'react';
import { drawingName, drawingOf } from '../drawings/vehicle.ts';
import type { CardListing, VehicleFacts } from '../cards/card-listing.ts';
import type { Reader } from '../texts/reader.ts';
import { AxleGlyph } from './axle-glyph.tsx';
import { monthlyRate } from '../prices/monthly-rate.ts';
import { Badges } from './badges.tsx';
import { cardFacts } from './card-facts.ts';
import { CompareLink } from './compare-link.tsx';
import { Town } from './flag.tsx';
import { PriceLabel } from './price-label.tsx';
import { Heart } from './heart.tsx';
import { PriceWithBasis } from './price.tsx';
import { Rating, Verified } from './rating.tsx';
import { Tag } from './tag.tsx';

/** A card. The title's link covers the whole card; other controls lie above it. */
export function VehicleCard({
  listing,
  reader,
  isFirst = false,
  isOfDealer = false,
  isFavorite = false,
}: {
  listing: CardListing;
  reader: Reader;
  isFirst?: boolean;
  /** Whether the card is on the page of its dealer, so that it need not name the dealer. */
  isOfDealer?: boolean;
  /** Whether the card is in the list of favorites, where its heart removes it without a script. */
  isFavorite?: boolean;
}): ReactElement {
  const { facts, location, seller, distance, priceLabel = null } = listing;
  return (
    <article className="card" data-published={facts?.publishedS ?? undefined}>
      <Picture listing={listing} reader={reader} isFirst={isFirst} isFavorite={isFavorite} />
      <div className="card-body">
        <h3>
          <a href={`/${reader.language}/listing/${listing.slug}`}>{listing.title}</a>
        </h3>
        {facts !== undefined && <p className="card-type">{kindOf(facts, reader)}</p>}
        <CardFactList listing={listing} reader={reader} />
        {facts !== undefined && <Badges features={facts.features} reader={reader} />}
        <p className="card-foot">
          <Town {...location} reader={reader} />
          {listing.delivery !== undefined && listing.delivery !== null && (
            <span>
              {' '}
              ·{' '}
              {reader.text('card.delivery', {
                amount: reader.money(listing.delivery.amount, listing.delivery.currency),
              })}
            </span>
          )}
          {typeof distance === 'number' && (
            <span>{reader.text('card.distance', { km: reader.number(Math.round(distance)) })}</span>
          )}
          {facts !== undefined && facts.ageDays !== null && <span>{reader.ago(facts.ageDays)}</span>}
          <CompareLink id={listing.id} title={listing.title} reader={reader} className="compare" />
        </p>
      </div>
      <div className="card-price">
        <PriceWithBasis listing={listing} reader={reader} />
        {priceLabel !== null && <PriceLabel label={priceLabel} reader={reader} />}
        <Rate listing={listing} reader={reader} />
      </div>
      {!isOfDealer && (
        <p className="card-dealer">
          <span>{seller.name}</span>
          <span className="row">
            {seller.verified && <Verified reader={reader} />}
            {facts !== undefined && <Rating average={facts.rating} count={facts.ratings} reader={reader} />}
          </span>
        </p>
      )}
    </article>
  );
}

function kindOf({ type, condition, previousOwners }: VehicleFacts, reader: Reader): string {
  return [
    type,
    condition === null ? null : reader.value('condition', condition),
    previousOwners === null || previousOwners === 0 ? null : reader.count('card.owners', previousOwners),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function Rate({ listing, reader }: { listing: CardListing; reader: Reader }): ReactElement | null {
  const { shownPrice } = listing;
  if (shownPrice === undefined || shownPrice === null) return null;
  const amount = reader.money(monthlyRate(shownPrice.amount), shownPrice.currency);
  return <p className="note card-rate">{reader.text('card.rate', { amount })}</p>;
}

function Picture({
  listing,
  reader,
  isFirst,
  isFavorite,
}: {
  listing: CardListing;
  reader: Reader;
  isFirst: boolean;
  isFavorite: boolean;
}): ReactElement {
  const { id, thumbnail, title, category, facts } = listing;
  const drawing = drawingOf({ category: category.slug, ...facts });
  const images = facts?.images ?? 0;
  return (
    <div className="card-shot">
      <img
        src={thumbnail === null ? `/drawings/${drawingName(drawing)}.svg` : pathOf(thumbnail)}
        width="400"
        height="300"
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
      />
      {listing.featured && (
        <a
          className="on-picture featured"
          href={`/${reader.language}/info/ranking`}
          title={reader.text('search.ranking')}
        >
          {reader.text('card.featured')}
        </a>
      )}
      {thumbnail === null ? (
        <Tag icon="pencil" className="shots">
          <span className="hush">{reader.text('card.drawing')}</span>
        </Tag>
      ) : (
        images > 0 && (
          <Tag icon="camera" className="shots">
            <span aria-hidden="true">{images}</span>
            <span className="unseen">{reader.count('card.photos', images)}</span>
          </Tag>
        )
      )}
      <Heart id={id} title={title} reader={reader} isFavorite={isFavorite} />
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

/** Returns the path of an image URL. The API returns absolute URLs; pages load images from their own origin. */
export function pathOf(url: string): string {
  const match = /^https?:\/\/[^/]+(\/media\/.*)$/.exec(url);
  return match?.[1] ?? url;
}
