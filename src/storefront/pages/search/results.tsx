import type { ReactElement } from 'react';
import { withCachedMarkup } from '../../kept-markup.ts';
import { BASES } from '../../prices/choice.ts';
import type { CardListing } from '../../cards/card-listing.ts';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { sinceVisit } from '../../ui/since-visit.ts';
import { VehicleCard } from '../../ui/vehicle-card.tsx';
import { Chips, Readings } from './chips.tsx';
import { CountryMap, hasCountryMap } from './country-map.tsx';
import type { SearchPageData } from './data.ts';
import {
  clearedAddress,
  filteredAddress,
  resultsPath,
  searchOf,
  withDealer,
  isNewestFirst,
} from './page-query.ts';
import { changed, filterNames, toQueryString } from './parameters.ts';

/** Value of `all` that shows the map. Few readers open it, so other pages do not contain it. */
const MAP = 'map';

/** The first card is not cached, because its image adds a preload to the head. */
const CachedCard = withCachedMarkup<{ listing: CardListing; isOfDealer: boolean }>(
  ({ listing, isOfDealer, reader }) => (
    <li>
      <VehicleCard listing={listing} isOfDealer={isOfDealer} reader={reader} />
    </li>
  ),
);

/** The results of a search, below the toolbar and the chips. */
export function Results({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { answer, dealer } = data;
  const { page, total_pages: pages } = answer.pagination;
  return (
    <section
      className="results"
      id="results"
      tabIndex={-1}
      aria-label={reader.text('search.title')}
      data-results=""
      {...sinceVisit(reader)}
      data-new-count={reader.text('since.count', { count: '{count}' })}
    >
      <h2 className="unseen">{reader.text('search.title')}</h2>
      <Toolbar data={data} reader={reader} />
      <Chips data={data} reader={reader} />
      <Readings data={data} reader={reader} />
      {data.query['all'] === MAP && <CountryMap data={data} reader={reader} />}
      {answer.results.length === 0 ? (
        <Nothing data={data} reader={reader} />
      ) : (
        <Cards listings={answer.results} hasFirst isOfDealer={dealer !== null} reader={reader} />
      )}
      <PagesNav
        page={page}
        pages={pages}
        hrefOf={(target) =>
          searchAddress(data, reader, { ...data.query, page: target === 1 ? '' : String(target) })
        }
        reader={reader}
      />
      {answer.results.length > 0 && <SaveSearch data={data} reader={reader} />}
    </section>
  );
}

function Cards({
  listings,
  hasFirst,
  isOfDealer,
  reader,
}: {
  listings: readonly CardListing[];
  hasFirst: boolean;
  isOfDealer: boolean;
  reader: Reader;
}): ReactElement {
  return (
    <ol className="cards">
      {listings.map((listing, index) =>
        hasFirst && index === 0 ? (
          <li key={listing.id}>
            <VehicleCard listing={listing} isOfDealer={isOfDealer} reader={reader} isFirst />
          </li>
        ) : (
          <CachedCard key={listing.id} listing={listing} isOfDealer={isOfDealer} reader={reader} />
        ),
      )}
    </ol>
  );
}

const savedAddress = (data: SearchPageData, reader: Reader): string =>
  `/${reader.language}/saved/new${toQueryString(withDealer(searchOf(data), data.dealer))}`;

function Toolbar({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const active = filterNames(data.filters).length;
  return (
    <div className="tools">
      <p role="status" className="total wide-only">
        {reader.count('search.results', data.answer.pagination.total)}
      </p>
      <a className="button phone" href="#filters" data-open-filters="">
        <Icon name="adjustments-horizontal" />
        {reader.text('search.filters')}
        {active > 0 && <span className="n">{active}</span>}
      </a>
      <PriceBases data={data} reader={reader} />
      <a
        className="order wide-only"
        href={`/${reader.language}/info/ranking`}
        title={reader.text('search.ranking')}
      >
        <Icon name="info-circle" />
        <span className="unseen">{reader.text('search.ranking')}</span>
      </a>
      <SortChoice data={data} reader={reader} />
      {hasCountryMap(data) && (
        <a
          className="button"
          href={`${searchAddress(data, reader, { ...data.query, all: MAP })}#map`}
          rel="nofollow"
        >
          <Icon name="map-2" />
          <span className="hush">{reader.text('search.map')}</span>
        </a>
      )}
      <a className="button main" href={savedAddress(data, reader)} rel="nofollow">
        <Icon name="bell-plus" />
        <span className="hush">{reader.text('saved.new')}</span>
      </a>
    </div>
  );
}

/** Switches the price basis, like the price menu in the header. Other links on the page keep the choice. */
function PriceBases({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const address = searchAddress(data, reader, data.query);
  return (
    <nav className="seg" aria-label={reader.text('prices.basis')}>
      <ul>
        {BASES.map((basis) => (
          <li key={basis}>
            <a
              href={`${address}${address.includes('?') ? '&' : '?'}prices=${basis}`}
              aria-current={basis === data.basis ? 'true' : undefined}
              rel="nofollow"
            >
              {reader.text(basis === 'asked' ? 'prices.asStated' : `prices.${basis}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SaveSearch({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  return (
    <div className="tell">
      <Icon name="bell-plus" />
      <p>
        <b>{reader.text('search.tell.title')}</b>
        <br />
        <span className="quiet">{reader.text('search.tell.text')}</span>
      </p>
      <a className="button" href={savedAddress(data, reader)} rel="nofollow">
        {reader.text('alerts.title')}
      </a>
    </div>
  );
}

const NEWEST = { text: 'created_at', sort: 'created_at', order: 'desc' } as const;
/** Each option states its direction, because the API sorts most numbers in descending order by default. */
const SORTS = [
  { text: 'relevance', sort: '', order: '' },
  { text: 'price', sort: 'price', order: 'asc' },
  { text: 'price.desc', sort: 'price', order: 'desc' },
  { text: 'price_position', sort: 'price_position', order: 'asc' },
  { text: 'year', sort: 'year', order: 'desc' },
  { text: 'mileage', sort: 'mileage', order: 'asc' },
  NEWEST,
  { text: 'distance', sort: 'distance', order: 'asc' },
] as const;
/** Sort keys for which the API sorts in ascending order by default. */
const ASCENDING: ReadonlySet<string> = new Set(['distance', 'price_position']);

function SortChoice({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { query, filters, dealer } = data;
  const order = query['order'] ?? (ASCENDING.has(query['sort'] ?? '') ? 'asc' : 'desc');
  const hasPlace = filters['radius'] !== undefined;
  // A URL may request an order that is not offered.
  const current =
    query['sort'] === undefined
      ? isNewestFirst(data)
        ? NEWEST
        : SORTS[0]
      : SORTS.find((choice) => choice.sort === query['sort'] && choice.order === order);
  return (
    <details className="drop" data-drop="">
      <summary className="button">
        <Icon name="arrows-sort" />
        <span className="unseen">
          {reader.text('search.sort')}
          {current !== undefined && `: ${reader.text(`search.sort.${current.text}`)}`}
        </span>
        <span className="wide-only" aria-hidden="true">
          {reader.text(current === undefined ? 'search.sort' : `search.sort.${current.text}`)}
        </span>
        <span className="phone" aria-hidden="true">
          {reader.text('search.sort.short')}
        </span>
        <Icon name="chevron-down" small className="turn" />
      </summary>
      <div className="sheet">
        {SORTS.filter(
          ({ text }) =>
            (text !== 'distance' || hasPlace) &&
            (text !== 'relevance' || dealer === null || query['q'] !== undefined),
        ).map((choice) => (
          <a
            key={choice.text}
            href={searchAddress(
              data,
              reader,
              // Sorting by distance needs the place as a filter, even if it comes from the query terms.
              changed(choice.sort === 'distance' && query['radius'] === undefined ? filters : query, {
                sort: choice.sort,
                order: choice.order,
              }),
            )}
            aria-current={choice === current ? 'true' : undefined}
            rel="nofollow"
          >
            {reader.text(`search.sort.${choice.text}`)}
          </a>
        ))}
        <a className="note" href={`/${reader.language}/info/ranking`}>
          {reader.text('search.ranking')}
        </a>
      </div>
    </details>
  );
}

function Nothing({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { wider, near, dealer, isUnknownSeller } = data;
  const number = data.answer.interpreted?.unknown_number;
  return (
    <>
      <div className="nothing">
        <div>
          <h2>{reader.text('search.empty.title')}</h2>
          <p className="quiet">
            {isUnknownSeller
              ? reader.text('search.empty.seller')
              : number !== undefined
                ? reader.text('search.empty.number', { number })
                : reader.text(wider.length > 0 ? 'search.empty.fewer' : 'search.empty.text')}
          </p>
          <div className="ways">
            {wider.map(({ chip, total }) => (
              <a key={chip.label} href={filteredAddress(chip.rest, data, reader)} rel="nofollow">
                <Icon name="x" />
                <span>{reader.text('search.empty.drop', { name: chip.label })}</span>
                <b>{reader.count('search.empty.count', total)}</b>
              </a>
            ))}
            <a href={clearedAddress(data, reader)}>
              <Icon name="refresh" />
              <span>{reader.text('search.reset')}</span>
            </a>
          </div>
        </div>
      </div>
      <SaveSearch data={data} reader={reader} />
      {near.length > 0 && (
        <>
          <h2>{reader.text('search.near')}</h2>
          <Cards listings={near} hasFirst={false} isOfDealer={dealer !== null} reader={reader} />
        </>
      )}
    </>
  );
}

/** Returns the URL of another search on this page. On a landing page, it keeps the category and the make. */
function searchAddress(data: SearchPageData, reader: Reader, query: SearchPageData['query']): string {
  return `/${reader.language}${resultsPath(data)}${toQueryString(query)}`;
}
