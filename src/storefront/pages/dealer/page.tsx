import type { ReactElement } from 'react';
import type { PublicSeller } from '../../../modules/sellers/index.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { Town } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { Verified } from '../../ui/rating.tsx';
import { pathOf } from '../../ui/vehicle-card.tsx';
import { Filters } from '../search/filters.tsx';
import { type SearchQuery, toQueryString } from '../search/parameters.ts';
import { Results } from '../search/results.tsx';
import { AboutDealer } from './about.tsx';
import type { DealerPageData } from './load.ts';
import { Reviews } from './reviews.tsx';

/** Parameters that change how prices are shown, but not which vehicles are listed. */
const PRICE_PARAMETERS: ReadonlySet<string> = new Set(['currency', 'prices']);

const reviewsQuery = (page: number): SearchQuery => (page === 1 ? {} : { page: String(page) });

export function dealerHead(data: DealerPageData, reader: Reader, baseUrl: string): PageHead {
  const { seller, shows } = data;
  const { rating } = seller;
  const query = shows === 'stock' ? data.search.query : reviewsQuery(data.pagination.page);
  const total = shows === 'stock' ? data.search.answer.pagination.total : data.pagination.total;
  return {
    title: reader.text('dealer.title', { name: seller.companyName }),
    description: seller.about?.slice(0, 160),
    image: seller.logo === null ? undefined : pathOf(seller.logo),
    path: `/dealer/${seller.slug}${shows === 'reviews' ? '/reviews' : ''}${toQueryString(query)}`,
    // Search engines list only the first page of the whole stock, and no empty pages.
    unlisted: Object.keys(query).some((name) => !PRICE_PARAMETERS.has(name)) || total === 0,
    hasResults: shows === 'stock',
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
      <Figures seller={seller} reader={reader} />
      <div className="wrap">
        <nav className="tabs" aria-label={seller.companyName}>
          <ul>
            <li>
              <a href={base} aria-current={shows === 'stock' ? 'page' : undefined}>
                {reader.text('dealer.figure.vehicles')} {reader.number(seller.listingCount)}
              </a>
            </li>
            <li>
              <a href={`${base}/reviews`} aria-current={shows === 'reviews' ? 'page' : undefined}>
                {reader.text('dealer.reviews.title')} {reader.number(seller.rating.count)}
              </a>
            </li>
            <li>
              <a href="#contact">{reader.text('dealer.aboutAndContact')}</a>
            </li>
          </ul>
        </nav>
        <div className="columns of-dealer">
          {shows === 'stock' && seller.listingCount > 0 && <Filters data={data.search} reader={reader} />}
          <div className="dealer-main">
            {shows === 'stock' &&
              (seller.listingCount > 0 ? (
                <Results data={data.search} reader={reader} />
              ) : (
                <p>{reader.text('dealer.noStock')}</p>
              ))}
            <Reviews data={data} reader={reader} />
            {shows === 'reviews' && (
              <PagesNav
                page={data.pagination.page}
                pages={data.pagination.totalPages}
                hrefOf={(page) => `${base}/reviews${toQueryString(reviewsQuery(page))}`}
                reader={reader}
              />
            )}
          </div>
          <AboutDealer seller={seller} base={base} reader={reader} />
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
          {contact.phone !== undefined && (
            <a className="button plain" href={`tel:${contact.phone}`}>
              <Icon name="phone" />
              {reader.text('contact.call')}
            </a>
          )}
          <a
            className="button plain"
            href={`/${reader.language}/saved/new?seller=${seller.id}`}
            rel="nofollow"
            data-follow={seller.id}
          >
            <span data-off="">
              <Icon name="bell-plus" />
              {reader.text('dealer.follow')}
            </span>
            <span data-on="" hidden>
              <Icon name="check" />
              {reader.text('dealer.followed')}
            </span>
          </a>
        </div>
      </div>
    </div>
  );
}

/** Returns the initials of the name; for a single word, its first two letters. */
function lettersOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return (second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0)}`).toUpperCase();
}

/** Key figures of the dealer, without those that are unknown. */
function Figures({ seller, reader }: { seller: PublicSeller; reader: Reader }): ReactElement {
  const { rating, responseTimeMinutes: minutes } = seller;
  return (
    <div className="stats">
      <dl className="wrap">
        <div>
          <dt>{reader.text('dealer.figure.vehicles')}</dt>
          <dd>{reader.number(seller.listingCount)}</dd>
        </div>
        {rating.average !== null && (
          <div>
            <dt>{reader.text('dealer.figure.rating')}</dt>
            <dd>
              {reader.number(rating.average)}{' '}
              <span className="note">
                {reader.text('dealer.figure.ofFive', {
                  reviews: reader.count('dealer.reviews', rating.count),
                })}
              </span>
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
          <dd>
            {reader.number(seller.trustScore)} <span className="note">{reader.text('dealer.trust.of')}</span>
          </dd>
        </div>
        <div>
          <dt>{reader.text('dealer.figure.since')}</dt>
          <dd>{seller.memberSince.slice(0, 4)}</dd>
        </div>
      </dl>
    </div>
  );
}
