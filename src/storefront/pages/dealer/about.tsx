import type { ReactElement } from 'react';
import { coordinatesOf } from '../../../modules/discovery/index.ts';
import type { PublicSeller } from '../../../modules/sellers/index.ts';
import { isOnMap, project } from '../../../platform/map/europe.ts';
import { EuropeMap, MapDot } from '../../maps/europe-map.tsx';
import type { Reader } from '../../texts/reader.ts';
import { ContactLinks, OpeningTimes, SpokenLanguages } from '../../ui/contact.tsx';
import { Town } from '../../ui/flag.tsx';

interface SellerProps {
  readonly seller: PublicSeller;
  readonly base: string;
  readonly reader: Reader;
}

/** Everything about a dealer except the stock: description, contact, trust score and trader information. */
export function AboutDealer({ seller, base, reader }: SellerProps): ReactElement {
  return (
    <aside className="dealer-about stack" id="contact" aria-label={reader.text('dealer.aboutAndContact')}>
      {seller.about !== null && (
        <section className="part">
          <h2>{reader.text('dealer.about')}</h2>
          <p className="prose">{seller.about}</p>
        </section>
      )}
      <ContactPart seller={seller} base={base} reader={reader} />
      <section className="part">
        <h2>{reader.text('listing.trust', { score: seller.trustScore })}</h2>
        <p className="note">{reader.text('dealer.trust.text')}</p>
      </section>
      <TraderFacts seller={seller} reader={reader} />
    </aside>
  );
}

function ContactPart({ seller, base, reader }: SellerProps): ReactElement {
  const { contact, city, country, companyName } = seller;
  const coordinates = coordinatesOf({ city, country, lat: null, lng: null });
  const point = coordinates === null ? null : project(coordinates.lat, coordinates.lng);
  const placeNames = [city, country === null ? null : reader.country(country)].filter(
    (part) => part !== null,
  );
  return (
    <section className="part stack">
      <h2>{reader.text('contact.title')}</h2>
      <div className="doors">
        <ContactLinks
          contact={contact}
          message={reader.text('contact.whatsapp.dealer', { address: companyName })}
          callBackAt={`${base}/inquiry?ask=call`}
          reader={reader}
        />
      </div>
      <SpokenLanguages contact={contact} reader={reader} />
      <OpeningTimes contact={contact} reader={reader} />
      {(city !== null || country !== null) && (
        <p>
          <Town city={city} country={country} reader={reader} />
        </p>
      )}
      {point !== null && isOnMap(point) && (
        <EuropeMap label={reader.text('listing.map', { place: placeNames.join(', ') })}>
          <MapDot point={point} />
        </EuropeMap>
      )}
    </section>
  );
}

/** Trader information that the law requires. */
function TraderFacts({ seller, reader }: { seller: PublicSeller; reader: Reader }): ReactElement | null {
  const { trader, companyName, country } = seller;
  if (Object.keys(trader).length === 0) return null;
  const { address, phone, email, vatId, tradeRegister } = trader;
  const lines = [companyName, address, country === null ? undefined : reader.country(country)];
  const facts = [
    ['dealer.trader.address', lines.filter((line) => line !== undefined).join(', ')],
    ['dealer.trader.phone', phone === undefined ? undefined : <a href={`tel:${phone}`}>{phone}</a>],
    ['dealer.trader.email', email === undefined ? undefined : <a href={`mailto:${email}`}>{email}</a>],
    ['dealer.trader.register', tradeRegister],
    ['dealer.trader.vatId', vatId],
  ] as const;
  return (
    <details className="part">
      <summary>{reader.text('dealer.trader')}</summary>
      <dl className="rows">
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{reader.text(label)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p className="note">{reader.text('dealer.trader.certified')}</p>
    </details>
  );
}
