import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import { CallLink } from '../../ui/contact.tsx';
import { PriceBlock } from '../../ui/price.tsx';
import { Time } from '../../ui/time.tsx';
import { leasingOf } from './leasing.tsx';
import type { ListingPageData } from './load.ts';
import { DeliveryEstimate } from './delivery.tsx';
import { textOf } from './values.ts';
import { PriceComparison } from './price-position.tsx';
import { monthlyRate } from '../../prices/monthly-rate.ts';

export function PricePanel({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  const { listing, contact } = data;
  const isLive = listing.status === 'ACTIVE';
  return (
    <section className="part price-panel" aria-label={reader.field('price')}>
      <div>
        <PriceBlock
          price={data.shownPrice}
          notes={
            textOf(listing.commercial['priceType']) === 'negotiable'
              ? [reader.value('priceType', 'negotiable')]
              : []
          }
          reader={reader}
        />
        {listing.price !== null && (
          <p className="note">
            <a href="#offer">{reader.text('vat.title')}</a>
          </p>
        )}
        <PriceChanges data={data} reader={reader} />
      </div>
      {isLive && (
        <>
          <PriceComparison data={data} reader={reader} />
          <MonthlyRate data={data} reader={reader} />
          {data.delivery !== null && (
            <DeliveryEstimate delivery={data.delivery} slug={listing.slug} reader={reader} />
          )}
          <div className="doors wide-only">
            <a className="button go" href={`/${reader.language}/inquiry/${listing.slug}`} rel="nofollow">
              <Icon name="message" />
              {reader.text('listing.write')}
            </a>
            {contact.phone !== undefined && <CallLink phone={contact.phone} reader={reader} />}
          </div>
        </>
      )}
    </section>
  );
}

/** Former prices with their dates; only those in the currency and on the basis of the current price. */
function PriceChanges({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement | null {
  const { currency, vatDeductible } = data.listing;
  const points = data.history.filter(
    (point) =>
      point.price !== null &&
      point.currency === currency &&
      (point.vatDeductible === true) === (vatDeductible === true),
  );
  if (points.length < 2 || currency === null) return null;
  return (
    <details className="fold price-changes">
      <summary>
        <Icon name="trending-down" small />
        {reader.text('listing.history')}
      </summary>
      <ol>
        {points.toReversed().map(({ at, price }) => (
          <li key={at}>
            <Time at={at} shows="date" reader={reader} /> <b>{reader.money(price ?? 0, currency)}</b>
          </li>
        ))}
      </ol>
    </details>
  );
}

function MonthlyRate({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement | null {
  const { shownPrice } = data;
  const { currency, commercial } = data.listing;
  const offer = leasingOf(commercial['leasing'], currency);
  const rate =
    offer !== null
      ? { amount: offer.monthly, currency: offer.currency }
      : shownPrice !== null
        ? { amount: monthlyRate(shownPrice.amount), currency: shownPrice.currency }
        : null;
  if (rate === null) return null;
  return (
    <p className="row">
      <Icon name="calculator" small />
      <span>
        {reader.text('listing.rate.perMonth', { amount: reader.money(rate.amount, rate.currency) })}
      </span>
      <a className="push note" href="#rate">
        {reader.text(offer === null ? 'listing.rate.calculate' : 'listing.leasing')}
      </a>
    </p>
  );
}
