import type { PublicSeller, ReviewView } from '../../../modules/sellers/index.ts';
import type { Pagination } from '../../../platform/http/schemas.ts';
import type { ReactElement } from 'react';
import type { PageContext } from '../../page-context.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { pathOf, VehicleCard } from '../../ui/vehicle-card.tsx';
import type { CardListing } from '../../cards/card-listing.ts';
import { ContactLinks, OpeningTimes, SpokenLanguages } from '../../ui/contact.tsx';
import { Town } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stars, Verified } from '../../ui/rating.tsx';
import { EuropeMap, MapDot } from '../../maps/europe-map.tsx';
import { coordinatesOf } from '../../../modules/discovery/index.ts';
import { isOnMap, project } from '../../../platform/map/europe.ts';
import { sinceVisit } from '../../ui/since-visit.ts';
import { Time } from '../../ui/time.tsx';

export interface DealerPageData {
  readonly seller: PublicSeller;
  readonly listings: readonly CardListing[];
  readonly pagination: Pagination;
  readonly reviews: readonly ReviewView[];
  readonly reviewPages: Pagination;
  readonly shows: 'stock' | 'reviews';
}

const STOCK_LIMIT = '20';
const REVIEWS_BESIDE_STOCK = '3';

export async function loadDealer(
  context: PageContext,
  slug: string,
  shows: DealerPageData['shows'],
  page: string | undefined,
): Promise<() => Promise<DealerPageData>> {
  const params = { slug };
  const paged = page === undefined ? {} : { page };
  const [seller, stock, reviews] = await Promise.all([
    context.ask<PublicSeller>('/sellers/:slug', { params }),
    context.ask<{ listings: readonly CardListing[]; pagination: Pagination }>('/sellers/:slug/listings', {
      params,
      query: shows === 'stock' ? { limit: STOCK_LIMIT, ...paged } : { limit: '1' },
    }),
    context.ask<{ reviews: readonly ReviewView[]; pagination: Pagination }>('/sellers/:slug/reviews', {
      params,
      query: shows === 'reviews' ? { limit: STOCK_LIMIT, ...paged } : { limit: REVIEWS_BESIDE_STOCK },
    }),
  ]);
  const withFacts = await context.cards();
  return async () => ({
    seller: seller.data,
    listings: shows === 'stock' ? await withFacts(stock.data.listings) : [],
    pagination: stock.data.pagination,
    reviews: reviews.data.reviews,
    reviewPages: reviews.data.pagination,
    shows,
  });
}

export function dealerHead(data: DealerPageData, reader: Reader, baseUrl: string): PageHead {
  const { seller, shows } = data;
  const { rating } = seller;
  const visible = shows === 'stock' ? data.pagination : data.reviewPages;
  return {
    title: reader.text('dealer.title', { name: seller.companyName }),
    description: seller.about?.slice(0, 160),
    path: `/dealer/${seller.slug}${shows === 'reviews' ? '/reviews' : ''}`,
    // Search engines list the first page, and no empty one.
    unlisted: visible.page > 1 || visible.total === 0,
    structured: [
      {
        '@type': 'AutoDealer',
        name: seller.companyName,
        url: `${baseUrl}/${reader.language}/dealer/${seller.slug}`,
        ...(seller.city === null
          ? {}
          : {
              address: {
                '@type': 'PostalAddress',
                addressLocality: seller.city,
                addressCountry: seller.country ?? undefined,
              },
            }),
        ...(rating.average === null
          ? {}
          : {
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: rating.average,
                reviewCount: rating.count,
              },
            }),
      },
    ],
  };
}

export function DealerPage({ data, reader }: { data: DealerPageData; reader: Reader }): ReactElement {
  const { seller, shows } = data;
  const base = `/${reader.language}/dealer/${seller.slug}`;
  return (
    <>
      <Cover seller={seller} base={base} reader={reader} />
      <Figures data={data} reader={reader} />
      <div className="wrap dealer-page">
        <nav className="tabs">
          <ul>
            <li>
              <a href={base} aria-current={shows === 'stock' ? 'page' : undefined}>
                {reader.count('dealer.stock', data.pagination.total)}
              </a>
            </li>
            <li>
              <a href={`${base}/reviews`} aria-current={shows === 'reviews' ? 'page' : undefined}>
                {reader.count('dealer.reviews', seller.rating.count)}
              </a>
            </li>
            <li>
              <a href="#contact">{reader.text('dealer.aboutAndContact')}</a>
            </li>
          </ul>
        </nav>
        <div className="dealer-columns">
          <div>
            {shows === 'stock' && <Stock data={data} reader={reader} />}
            {shows === 'reviews' && <Reviews data={data} reader={reader} />}
            <PagesNav
              page={(shows === 'stock' ? data.pagination : data.reviewPages).page}
              pages={(shows === 'stock' ? data.pagination : data.reviewPages).totalPages}
              hrefOf={(page) =>
                `${base}${shows === 'reviews' ? '/reviews' : ''}${page === 1 ? '' : `?page=${page}`}`
              }
              reader={reader}
            />
          </div>
          <aside className="stack" id="contact" aria-label={reader.text('dealer.aboutAndContact')}>
            <ContactPart seller={seller} base={base} reader={reader} />
            {seller.about !== null && (
              <section className="part">
                <h2>{reader.text('dealer.about')}</h2>
                <p className="prose">{seller.about}</p>
              </section>
            )}
            <section className="part">
              <h2>{reader.text('listing.trust', { score: seller.trustScore })}</h2>
              <p className="note">{reader.text('dealer.trust.text')}</p>
            </section>
            <TraderFacts seller={seller} reader={reader} />
          </aside>
        </div>
      </div>
    </>
  );
}

interface SellerProps {
  readonly seller: PublicSeller;
  readonly base: string;
  readonly reader: Reader;
}

function Cover({ seller, base, reader }: SellerProps): ReactElement {
  const { companyName, logo, verified, city, country, contact } = seller;
  return (
    <div className="cover night">
      <div className="wrap">
        {logo === null ? (
          <span className="sign" aria-hidden="true">
            {lettersOf(companyName)}
          </span>
        ) : (
          <img className="sign" src={pathOf(logo)} alt="" width="80" height="80" />
        )}
        <div>
          <h1>{companyName}</h1>
          <p className="row">
            {verified && <Verified reader={reader} />}
            <Town city={city} country={country} reader={reader} />
          </p>
        </div>
        <div className="doors">
          <a className="button go" href={`${base}/inquiry`} rel="nofollow">
            <Icon name="message" />
            {reader.text('dealer.write')}
          </a>
          <a
            className="button plain"
            href={`/${reader.language}/saved/new?seller=${seller.id}`}
            rel="nofollow"
          >
            <Icon name="bell-plus" />
            {reader.text('dealer.follow')}
          </a>
          {contact.phone !== undefined && (
            <a className="button plain" href={`tel:${contact.phone}`}>
              <Icon name="phone" />
              {reader.text('contact.call')}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

/** The first letters of the name; of one word, its first two. */
function lettersOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return (second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0)}`).toUpperCase();
}

/** Only what is known. */
function Figures({
  data: { seller, pagination },
  reader,
}: {
  data: DealerPageData;
  reader: Reader;
}): ReactElement {
  const { rating, responseTimeMinutes: minutes } = seller;
  return (
    <div className="stats">
      <dl className="wrap">
        <div>
          <dt>{reader.text('dealer.figure.vehicles')}</dt>
          <dd>{reader.number(pagination.total)}</dd>
        </div>
        {rating.average !== null && (
          <div>
            <dt>{reader.text('dealer.figure.rating')}</dt>
            <dd>
              {reader.text('dealer.average', { average: reader.number(rating.average) })}{' '}
              <span className="note">{reader.count('dealer.reviews', rating.count)}</span>
            </dd>
          </div>
        )}
        {minutes !== null && (
          <div>
            <dt>{reader.text('dealer.figure.answers')}</dt>
            <dd>{reader.span(minutes)}</dd>
          </div>
        )}
        <div>
          <dt>{reader.text('dealer.trust.title')}</dt>
          <dd>{reader.number(seller.trustScore)}</dd>
        </div>
        <div>
          <dt>{reader.text('dealer.figure.since')}</dt>
          <dd>{seller.memberSince.slice(0, 4)}</dd>
        </div>
      </dl>
    </div>
  );
}

function ContactPart({ seller, base, reader }: SellerProps): ReactElement {
  const { contact, city, country, companyName } = seller;
  const found = coordinatesOf({ city, country, lat: null, lng: null });
  const point = found === null ? null : project(found.lat, found.lng);
  const words = [city, country === null ? null : reader.country(country)].filter((part) => part !== null);
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
      {point !== null && isOnMap(point) && (
        <EuropeMap label={reader.text('listing.map', { place: words.join(', ') })}>
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

function Stock({ data, reader }: { data: DealerPageData; reader: Reader }): ReactElement {
  if (data.listings.length === 0) return <p>{reader.text('dealer.noStock')}</p>;
  return (
    <ol className="cards" {...sinceVisit(reader)}>
      {data.listings.map((listing, index) => (
        <li key={listing.id}>
          <VehicleCard listing={listing} reader={reader} isFirst={index === 0} />
        </li>
      ))}
    </ol>
  );
}

const STARS = [5, 4, 3, 2, 1] as const;

function Reviews({ data, reader }: { data: DealerPageData; reader: Reader }): ReactElement {
  const { rating } = data.seller;
  const write = (
    <p>
      <a
        className="button quiet"
        rel="nofollow"
        href={`/${reader.language}/dealer/${data.seller.slug}/review`}
      >
        {reader.text('review.write')}
      </a>
    </p>
  );
  if (rating.average === null)
    return (
      <>
        <p>{reader.text('dealer.noReviews')}</p>
        {write}
      </>
    );
  return (
    <div className="reviews">
      <section className="review histogram">
        <p className="figure">{reader.text('dealer.average', { average: reader.number(rating.average) })}</p>
        <table>
          <tbody>
            {STARS.map((stars) => (
              <tr key={stars}>
                <th scope="row">{reader.count('dealer.stars', stars)}</th>
                <td aria-hidden="true">
                  <meter min={0} max={rating.count} value={rating.histogram[stars]} />
                </td>
                <td className="number">{reader.number(rating.histogram[stars])}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {write}
      </section>
      {data.reviews.map((review) => (
        <article key={review.id} className="review">
          <p>
            <Stars rating={review.rating} reader={reader} /> {review.author?.name ?? ''} ·{' '}
            <Time at={review.createdAt} shows="date" reader={reader} />
          </p>
          {typeof review.title === 'string' && <h3>{review.title}</h3>}
          {typeof review.text === 'string' && <p className="prose">{review.text}</p>}
          {typeof review.reply?.text === 'string' && (
            <blockquote>
              <p className="note">{reader.text('dealer.reply')}</p>
              <p className="prose">{review.reply.text}</p>
            </blockquote>
          )}
        </article>
      ))}
    </div>
  );
}
