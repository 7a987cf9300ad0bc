import type { PublicSeller, ReviewView } from '../../../modules/sellers/index.ts';
import type { Pagination } from '../../../platform/http/schemas.ts';
import type { ReactElement } from 'react';
import type { PageContext } from '../../page-context.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { type CardListing, pathOf, VehicleCard } from '../../ui/vehicle-card.tsx';
import { TextWithTime, Time } from '../../ui/time.tsx';

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
    <div className="wrap dealer-page">
      <header className="dealer-head">
        {seller.logo !== null && <img src={pathOf(seller.logo)} alt="" width="96" height="96" />}
        <div>
          <h1>{seller.companyName}</h1>
          <p>
            {seller.verified && <span className="verified">✓ {reader.text('card.verified')} · </span>}
            {[seller.city, seller.country === null ? null : reader.country(seller.country)]
              .filter((part) => part !== null)
              .join(', ')}{' '}
            ·{' '}
            <TextWithTime
              text="dealer.since"
              name="date"
              at={seller.memberSince}
              shows="date"
              reader={reader}
            />
          </p>
          {seller.responseTimeMinutes !== null && (
            <p>{reader.text('dealer.response', { time: reader.span(seller.responseTimeMinutes) })}</p>
          )}
        </div>
        <section className="trust" aria-labelledby="trust">
          <h2 id="trust">{reader.text('dealer.trust.title')}</h2>
          <p>
            <meter
              min={0}
              max={100}
              low={40}
              high={70}
              optimum={100}
              value={seller.trustScore}
              aria-labelledby="trust"
            />{' '}
            {reader.text('listing.trust', { score: seller.trustScore })}
          </p>
          <p className="note">{reader.text('dealer.trust.text')}</p>
        </section>
      </header>
      {seller.about !== null && (
        <section className="part">
          <h2>{reader.text('dealer.about')}</h2>
          <p className="prose">{seller.about}</p>
        </section>
      )}
      <TraderFacts seller={seller} reader={reader} />
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
        </ul>
      </nav>
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
    <ol className="cards">
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
      <section className="histogram">
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
      <ol>
        {data.reviews.map((review) => (
          <li key={review.id} className="review">
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
          </li>
        ))}
      </ol>
    </div>
  );
}

function Stars({ rating, reader }: { rating: number; reader: Reader }): ReactElement {
  return (
    <span className="stars" role="img" aria-label={reader.count('dealer.stars', rating)}>
      {'★'.repeat(rating)}
      {'☆'.repeat(5 - rating)}
    </span>
  );
}
