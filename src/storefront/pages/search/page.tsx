import type { ReactElement } from 'react';
import { Breadcrumb, breadcrumbData, type Crumb } from '../../ui/breadcrumb.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { type CardListing, VehicleCard } from '../../ui/vehicle-card.tsx';
import { withCachedMarkup } from '../../kept-markup.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { Chips } from './chips.tsx';
import { Filters } from './filters.tsx';
import type { SearchPageData } from './data.ts';
import { isListed } from './load.ts';
import { CountryMap } from './country-map.tsx';
import { resultsPath, searchOf } from './page-query.ts';
import { changed, toQueryString } from './parameters.ts';

export function searchHead(data: SearchPageData, reader: Reader, baseUrl: string): PageHead {
  const { query, landing, answer } = data;
  const path = `${resultsPath(landing)}${toQueryString(query)}`;
  return {
    title: titleOf(data, reader),
    description:
      landing === null
        ? reader.text('site.claim')
        : reader.text('landing.description', { name: nameOf(data) }),
    path,
    unlisted: !isListed(data),
    q: query['q'],
    category: landing?.category.slug ?? singleCategory(data),
    ...(isListed(data)
      ? {
          structured: [
            breadcrumbData(crumbsOf(data), `${baseUrl}/${reader.language}`),
            {
              '@type': 'ItemList',
              itemListElement: answer.results.map((listing, index) => ({
                '@type': 'ListItem',
                position: index + 1,
                url: `${baseUrl}/${reader.language}/listing/${listing.slug}`,
              })),
            },
          ],
        }
      : {}),
  };
}

/** The first card is not cached, because its image adds a preload to the head. */
const KeptCard = withCachedMarkup<{ listing: CardListing }>(({ listing, reader }) => (
  <li>
    <VehicleCard listing={listing} reader={reader} />
  </li>
));

export function SearchPage({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { answer, landing } = data;
  return (
    <div className="wrap search-page">
      {landing !== null && <Breadcrumb crumbs={crumbsOf(data)} reader={reader} />}
      <h1>{titleOf(data, reader)}</h1>
      {landing !== null && landing.children.some(({ count }) => count > 0) && (
        <nav className="types" aria-label={reader.text('landing.types')}>
          <ul>
            {landing.children
              .filter(({ count }) => count > 0)
              .map(({ slug, name, count }) => (
                <li key={slug}>
                  <a href={`/${reader.language}/${landing.category.slug}/${slug}`}>
                    {name} <span className="number">{reader.number(count)}</span>
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      )}
      <div className="search-columns">
        <Filters data={data} reader={reader} />
        <section
          className="results"
          id="results"
          tabIndex={-1}
          aria-label={reader.text('search.title')}
          data-results=""
        >
          <h2 className="unseen">{reader.text('search.title')}</h2>
          <div className="results-bar">
            <p role="status" className="total">
              {reader.count('search.results', answer.pagination.total)}
            </p>
            <SortChoice data={data} reader={reader} />
          </div>
          <Chips data={data} reader={reader} />
          <CountryMap data={data} reader={reader} />
          <p className="save-search">
            <a href={`/${reader.language}/saved/new${toQueryString(searchOf(data))}`} rel="nofollow">
              {reader.text('saved.new')}
            </a>
          </p>
          {answer.results.length === 0 ? (
            <Nothing data={data} reader={reader} />
          ) : (
            <ol className="cards">
              {answer.results.map((listing, index) =>
                index === 0 ? (
                  <li key={listing.id}>
                    <VehicleCard listing={listing} reader={reader} isFirst />
                  </li>
                ) : (
                  <KeptCard key={listing.id} listing={listing} reader={reader} />
                ),
              )}
            </ol>
          )}
          <PagesNav
            page={answer.pagination.page}
            pages={answer.pagination.total_pages}
            hrefOf={(page) =>
              `/${reader.language}${resultsPath(landing)}${toQueryString({ ...data.query, ...(page === 1 ? {} : { page: String(page) }) })}`
            }
            reader={reader}
          />
        </section>
      </div>
      {landing !== null && landing.brand === undefined && <Makes data={data} reader={reader} />}
    </div>
  );
}

/** The makes of a category: their pages are listed by search engines, too. */
function Makes({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement | null {
  const brands = (data.answer.facets.brands ?? []).slice(0, MAKES_MAX);
  if (brands.length === 0 || data.landing === null) return null;
  const { category } = data.landing;
  return (
    <section aria-labelledby="makes">
      <h2 id="makes">{reader.text('landing.brands')}</h2>
      <ul className="brands">
        {brands.map(({ slug, name, count }) => (
          <li key={slug}>
            <a href={`/${reader.language}/${category.slug}/${slug}`}>
              {name} <span className="number">{reader.number(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MAKES_MAX = 24;
/** Each option states its direction, because the API sorts most numbers in descending order by default. */
const SORTS = [
  { text: 'relevance', sort: '', order: '' },
  { text: 'price', sort: 'price', order: 'asc' },
  { text: 'price.desc', sort: 'price', order: 'desc' },
  { text: 'year', sort: 'year', order: 'desc' },
  { text: 'mileage', sort: 'mileage', order: 'asc' },
  { text: 'created_at', sort: 'created_at', order: 'desc' },
  { text: 'distance', sort: 'distance', order: 'asc' },
] as const;

function SortChoice({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { query } = data;
  const order = query['order'] ?? (query['sort'] === 'distance' ? 'asc' : 'desc');
  // A URL may request an order that is not offered.
  const current =
    query['sort'] === undefined
      ? SORTS[0]
      : SORTS.find((choice) => choice.sort === query['sort'] && choice.order === order);
  return (
    <details className="sort">
      <summary>
        {reader.text('search.sort')}
        {current !== undefined && `: ${reader.text(`search.sort.${current.text}`)}`}
      </summary>
      <ul>
        {SORTS.filter(({ sort }) => sort !== 'distance' || query['radius'] !== undefined).map((choice) => (
          <li key={choice.text}>
            <a
              href={searchAddress(data, reader, changed(query, { sort: choice.sort, order: choice.order }))}
              aria-current={choice === current ? 'true' : undefined}
              rel="nofollow"
            >
              {reader.text(`search.sort.${choice.text}`)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Nothing({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const number = data.answer.interpreted?.['unknown_number'];
  return (
    <div className="nothing">
      <h2>{reader.text('search.empty.title')}</h2>
      <p>
        {typeof number === 'string'
          ? reader.text('search.empty.number', { number })
          : reader.text('search.empty.text')}
      </p>
      <ul>
        {data.wider.map(({ chip, total }) => (
          <li key={chip.label}>
            <a href={searchAddress(data, reader, chip.rest)} rel="nofollow">
              {reader.text('search.empty.drop', { name: chip.label })}
            </a>{' '}
            <span className="number">{reader.count('search.empty.count', total)}</span>
          </li>
        ))}
        <li>
          <a href={`/${reader.language}/search`}>{reader.text('search.reset')}</a>
        </li>
      </ul>
    </div>
  );
}

/** The address of another search; below a landing page its category and make stay. */
function searchAddress(data: SearchPageData, reader: Reader, query: SearchPageData['query']): string {
  return `/${reader.language}${resultsPath(data.landing)}${toQueryString(query)}`;
}

function crumbsOf({ landing }: SearchPageData): readonly Crumb[] {
  if (landing === null) return [];
  const last = landing.subcategory ?? landing.brand;
  return last === undefined
    ? [{ name: landing.category.name }]
    : [{ name: landing.category.name, path: `/${landing.category.slug}` }, { name: last.name }];
}

function nameOf({ landing }: SearchPageData): string {
  const name = landing?.subcategory?.name ?? landing?.category.name ?? '';
  return landing?.brand === undefined ? name : `${landing.brand.name} ${name}`;
}

function titleOf(data: SearchPageData, reader: Reader): string {
  const { landing, query } = data;
  if (landing?.brand !== undefined)
    return reader.text('landing.brand', { name: landing.category.name, brand: landing.brand.name });
  if (landing !== null) return reader.text('landing.title', { name: nameOf(data) });
  return query['q'] === undefined
    ? reader.text('search.title')
    : reader.text('search.titleFor', { q: query['q'] });
}

function singleCategory({ query }: SearchPageData): string | undefined {
  const chosen = query['category'];
  return chosen?.includes(',') === false ? chosen : undefined;
}
