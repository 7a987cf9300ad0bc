import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { ContactLinks, OpeningTimes, SpokenLanguages } from '../../ui/contact.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Rating, Verified } from '../../ui/rating.tsx';
import { TextWithTime } from '../../ui/time.tsx';
import { pathOf } from '../../ui/vehicle-card.tsx';
import type { ListingPageData } from './load.ts';
import { Place } from './place.tsx';

export function SellerPanel({
  data,
  baseUrl,
  reader,
}: {
  data: ListingPageData;
  baseUrl: string;
  reader: Reader;
}): ReactElement {
  const { listing, dealer } = data;
  const { seller, contact } = listing;
  const page = `/${reader.language}/dealer/${seller.slug}`;
  return (
    <section className="part seller-panel" id="dealer" aria-label={reader.text('listing.seller')}>
      <div className="who">
        {typeof dealer?.logo === 'string' ? (
          <img className="sign" src={pathOf(dealer.logo)} width="48" height="48" alt="" />
        ) : (
          <span className="sign" aria-hidden="true">
            {initialsOf(seller.companyName)}
          </span>
        )}
        <div>
          <h2>
            <a href={page}>{seller.companyName}</a>
          </h2>
          <p className="row note">
            {seller.verified && <Verified reader={reader} />}
            {dealer !== null && (
              <Rating
                average={dealer.rating.average}
                count={dealer.rating.count}
                href={`${page}#reviews`}
                reader={reader}
              />
            )}
          </p>
        </div>
      </div>
      <ul className="note facts-of-dealer">
        {contact.name !== undefined && contact.name !== seller.companyName && (
          <li>
            <Icon name="user" small />
            {reader.text('listing.contact', { name: contact.name })}
          </li>
        )}
        {dealer !== null && dealer.responseTimeMinutes !== null && (
          <li>
            <Icon name="clock" small />
            {reader.text('dealer.response', { time: reader.span(dealer.responseTimeMinutes) })}
          </li>
        )}
        {dealer !== null && (
          <li>
            <Icon name="calendar" small />
            <span>
              <TextWithTime
                text="dealer.since"
                name="date"
                at={dealer.memberSince}
                shows="date"
                reader={reader}
              />
            </span>
          </li>
        )}
        <li>
          <Icon name="shield-check" small />
          <span>
            {reader.text('listing.trust', { score: seller.trustScore })}{' '}
            <span className="unseen">{reader.text('dealer.trust.text')}</span>
          </span>
        </li>
      </ul>
      {listing.status === 'ACTIVE' && (
        <>
          <div className="doors">
            <ContactLinks
              // The phone is beside the price.
              contact={{ ...data.contact, phone: undefined }}
              message={reader.text('contact.whatsapp.vehicle', {
                title: listing.title,
                address: `${baseUrl}/${reader.language}/listing/${listing.slug}`,
              })}
              callBackAt={`/${reader.language}/inquiry/${listing.slug}?ask=call`}
              reader={reader}
            />
          </div>
          <SpokenLanguages contact={data.contact} reader={reader} />
          <OpeningTimes contact={data.contact} reader={reader} />
        </>
      )}
      <Place listing={listing} reader={reader} />
      <p>
        <a href={page}>
          {dealer === null
            ? reader.text('listing.stock')
            : reader.count('listing.stockOf', dealer.listingCount)}
        </a>
      </p>
    </section>
  );
}

/** Of the first two words of a name. */
function initialsOf(name: string): string {
  const letters = name
    .split(/[\s\-&.]+/)
    .map((word) => /\p{L}|\d/u.exec(word)?.[0] ?? '')
    .filter((letter) => letter !== '');
  return letters.slice(0, 2).join('').toUpperCase();
}
