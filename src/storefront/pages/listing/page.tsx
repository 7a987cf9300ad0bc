import type { ReactElement, ReactNode } from 'react';
import type { PageHead } from '../../shell/document.tsx';
import { RateCalculator } from './rate-calculator.tsx';
import type { Reader } from '../../texts/reader.ts';
import { Breadcrumb, breadcrumbData, type Crumb } from '../../ui/breadcrumb.tsx';
import { PriceBlock } from '../../ui/price.tsx';
import { VatRules } from '../../ui/vat-rules.tsx';
import { CompareLink } from '../../ui/compare-link.tsx';
import { pathOf, VehicleCard } from '../../ui/vehicle-card.tsx';
import { commercialRows, keyFacts, technicalRows } from './facts.ts';
import { Description } from './description.tsx';
import { Gallery } from './gallery.tsx';
import { Leasing, leasingOf } from './leasing.tsx';
import type { ListingDetail, ListingPageData } from './load.ts';
import { drawingNameOf, KeyFacts, priceNoteOf, Rows, textOf, vatRulesOf } from './parts.tsx';
import { Place, placeOf } from './place.tsx';
import { PriceComparison } from './price-position.tsx';
import { TextWithTime } from '../../ui/time.tsx';

export function listingHead(data: ListingPageData, reader: Reader, baseUrl: string): PageHead {
  const { listing } = data;
  const image = listing.images[0];
  const facts = keyFacts(data, reader).map(({ label, value }) => `${label}: ${value}`);
  const price =
    listing.price === null || listing.currency === null
      ? reader.text('card.onRequest')
      : `${reader.money(listing.price, listing.currency)} (${reader.text(priceNoteOf(listing.commercial))})`;
  return {
    title: listing.title,
    description: [price, ...facts, placeOf(listing)].join(', '),
    path: `/listing/${listing.slug}`,
    unlisted: listing.status !== 'ACTIVE',
    category: listing.category.slug,
    image: image === undefined ? undefined : pathOf(image.url),
    structured: [
      breadcrumbData(crumbsOf(listing), `${baseUrl}/${reader.language}`),
      vehicleData(listing, `${baseUrl}/${reader.language}/listing/${listing.slug}`, baseUrl),
    ],
  };
}

export function ListingPage({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  const { listing, similar } = data;
  const text = textsOf(listing, reader);
  return (
    <div className="wrap listing-page" data-listing={listing.id}>
      <Breadcrumb crumbs={crumbsOf(listing)} reader={reader} />
      <Banner listing={listing} reader={reader} />
      <div className="listing-columns">
        <div className="listing-top">
          <Gallery
            images={listing.images}
            title={listing.title}
            drawing={drawingNameOf(listing)}
            reader={reader}
          />
          <h1>{text.title}</h1>
          <KeyFacts
            rows={keyFacts(data, reader)}
            reader={reader}
            formula={textOf(listing.technical['driveType'])}
          />
        </div>
        <aside className="listing-side">
          <PriceBox data={data} reader={reader} />
          <SellerBox listing={listing} reader={reader} />
        </aside>
        <div className="listing-rest">
          {text.description !== null && (
            <Section title={reader.text('listing.description')}>
              <Description
                text={{ description: text.description, language: text.language }}
                slug={listing.slug}
                translation={data.translation}
                reader={reader}
              />
            </Section>
          )}
          <Section title={reader.text('listing.specification')}>
            <Rows rows={technicalRows(data, reader)} />
          </Section>
          {listing.features.length > 0 && (
            <Section title={reader.text('listing.equipment')}>
              <ul className="equipment">
                {listing.features.map(({ code, name }) => (
                  <li key={code}>{name}</li>
                ))}
              </ul>
            </Section>
          )}
          <Section title={reader.text('listing.offer')}>
            <Rows rows={commercialRows(data, reader)} />
          </Section>
        </div>
      </div>
      {similar.length > 0 && (
        <section aria-labelledby="similar">
          <h2 id="similar">{reader.text('listing.similar')}</h2>
          <ol className="cards">
            {similar.map((other) => (
              <li key={other.id}>
                <VehicleCard listing={other} reader={reader} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className="note listing-end">
        {reader.text('listing.id', { id: listing.id })} ·{' '}
        <TextWithTime
          text="listing.updated"
          name="date"
          at={listing.updatedAt}
          shows="date"
          reader={reader}
        />{' '}
        ·{' '}
        <a href={`/${reader.language}/listing/${listing.slug}/print`} rel="nofollow">
          {reader.text('listing.printView')}
        </a>{' '}
        ·{' '}
        <a href={`/${reader.language}/report/${listing.slug}`} rel="nofollow">
          {reader.text('listing.report')}
        </a>
      </p>
    </div>
  );
}

function Banner({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement | null {
  if (listing.status === 'ACTIVE') return null;
  const { status, soldAt } = listing;
  const key =
    status !== 'SOLD' ? (
      reader.text('listing.expired')
    ) : soldAt === null ? (
      reader.text('listing.sold')
    ) : (
      <TextWithTime text="listing.soldOn" name="date" at={soldAt} shows="date" reader={reader} />
    );
  return (
    <p className="banner" role="status">
      <strong>{key}</strong> {reader.text('listing.similarBelow')}
    </p>
  );
}

function PriceBox({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  const { listing, position } = data;
  const { price, currency } = listing;
  const offer = leasingOf(listing.commercial['leasing'], currency);
  const isLive = listing.status === 'ACTIVE';
  return (
    <section className="price-box">
      <PriceBlock price={data.shownPrice} reader={reader} />
      <Terms listing={listing} reader={reader} />
      {isLive && (
        <div className="actions">
          <a className="button" href={`/${reader.language}/inquiry/${listing.slug}`} rel="nofollow">
            {reader.text('listing.write')}
          </a>
          <FavoriteButton listing={listing} reader={reader} />
          <CompareLink id={listing.id} title={listing.title} reader={reader} className="button quiet" />
        </div>
      )}
      {isLive && <PriceComparison position={position} listing={listing} reader={reader} />}
      {isLive && offer !== null && (
        <Leasing offer={offer} seller={listing.seller.companyName} reader={reader} />
      )}
      {isLive && offer === null && price !== null && currency !== null && (
        <RateCalculator price={price} currency={currency} reader={reader} />
      )}
    </section>
  );
}

function Terms({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  return (
    <>
      {textOf(listing.commercial['priceType']) === 'negotiable' && (
        <p className="note">{reader.value('priceType', 'negotiable')}</p>
      )}
      <VatRules rules={vatRulesOf(listing, reader)} reader={reader} />
    </>
  );
}

/** Without a script or a session, the form leads to the favorites, via the sign-in. */
function FavoriteButton({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  return (
    <form
      method="post"
      action={`/${reader.language}/favorites`}
      className="one-button"
      data-favorite={listing.id}
      data-done={reader.text('done.favorite')}
    >
      <input type="hidden" name="do" value="add" />
      <input type="hidden" name="listingId" value={listing.id} />
      <button className="quiet">{reader.text('listing.save')}</button>
    </form>
  );
}

function SellerBox({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  const { seller, contact } = listing;
  return (
    <section className="seller-box" aria-label={reader.text('listing.seller')}>
      <h2>
        <a href={`/${reader.language}/dealer/${seller.slug}`}>{seller.companyName}</a>
      </h2>
      <p>
        {seller.verified && <span className="verified">✓ {reader.text('card.verified')} </span>}
        {[seller.city, seller.country === null ? null : reader.country(seller.country)]
          .filter((part) => part !== null)
          .join(', ')}
      </p>
      <p>
        <meter
          min={0}
          max={100}
          low={40}
          high={70}
          optimum={100}
          value={seller.trustScore}
          aria-label={reader.text('dealer.trust.title')}
        />{' '}
        <span className="unbroken">{reader.text('listing.trust', { score: seller.trustScore })}</span>
      </p>
      <p className="note">{reader.text('dealer.trust.text')}</p>
      {contact.name !== undefined && contact.name !== seller.companyName && (
        <p>{reader.text('listing.contact', { name: contact.name })}</p>
      )}
      {contact.phone !== undefined && listing.status === 'ACTIVE' && (
        <p>
          <a className="button quiet" href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
            {reader.text('listing.phone', { phone: contact.phone })}
          </a>
        </p>
      )}
      <Place listing={listing} reader={reader} />
      <p>
        <a href={`/${reader.language}/dealer/${seller.slug}`}>{reader.text('listing.stock')}</a>
      </p>
    </section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Shows the dealer's translation if there is one, otherwise the original text. */
function textsOf(
  listing: ListingDetail,
  reader: Reader,
): { title: string; description: string | null; language: string | null } {
  const translated = listing.translations?.[reader.language];
  if (translated?.description !== undefined)
    return {
      title: translated.title ?? listing.title,
      description: translated.description,
      language: reader.language,
    };
  return {
    title: translated?.title ?? listing.title,
    description: listing.description,
    language: listing.contentLanguage,
  };
}

function crumbsOf(listing: ListingDetail): readonly Crumb[] {
  const { category, subcategory, brand } = listing;
  return [
    { name: category.name, path: `/${category.slug}` },
    ...(subcategory === null
      ? []
      : [{ name: subcategory.name, path: `/${category.slug}/${subcategory.slug}` }]),
    ...(brand === null ? [] : [{ name: brand.name, path: `/${category.slug}/${brand.slug}` }]),
  ];
}

function vehicleData(
  listing: ListingDetail,
  url: string,
  baseUrl: string,
): Readonly<Record<string, unknown>> {
  return {
    '@type': 'Vehicle',
    name: listing.title,
    url,
    brand: listing.brand === null ? undefined : { '@type': 'Brand', name: listing.brand.name },
    model: listing.model ?? undefined,
    vehicleModelDate: listing.year === null ? undefined : String(listing.year),
    mileageFromOdometer:
      listing.mileage === null
        ? undefined
        : { '@type': 'QuantitativeValue', value: listing.mileage, unitCode: 'KMT' },
    image:
      listing.images.length === 0
        ? undefined
        : listing.images.map((image) => `${baseUrl}${pathOf(image.url)}`),
    itemCondition: `https://schema.org/${listing.condition === 'new' ? 'NewCondition' : 'UsedCondition'}`,
    ...(listing.price === null || listing.currency === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: listing.price,
            priceCurrency: listing.currency,
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: listing.price,
              priceCurrency: listing.currency,
              valueAddedTaxIncluded: listing.commercial['vatDeductible'] !== true,
            },
            url,
            availability: `https://schema.org/${listing.status === 'ACTIVE' ? 'InStock' : 'SoldOut'}`,
            seller: { '@type': 'AutoDealer', name: listing.seller.companyName },
          },
        }),
  };
}
