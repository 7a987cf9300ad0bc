import type { ReactElement } from 'react';
import { Breadcrumb, breadcrumbData, type Crumb } from '../../ui/breadcrumb.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { pathOf, VehicleCard } from '../../ui/vehicle-card.tsx';
import type { CardListing } from '../../cards/card-listing.ts';
import { ViewedShelf } from '../../ui/viewed-shelf.tsx';
import { withCachedMarkup } from '../../kept-markup.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { Chips, nameOfValue, Readings } from './chips.tsx';
import { Filters } from './filters.tsx';
import type { SearchPageData } from './data.ts';
import { isListed } from './load.ts';
import { CountryMap } from './country-map.tsx';
import { categoryOf, clearedAddress, resultsPath, savedAddress, searchOf } from './page-query.ts';
import { type ListName, listOf, toQueryString } from './parameters.ts';
import { Toolbar } from './toolbar.tsx';

export function searchHead(data: SearchPageData, reader: Reader, baseUrl: string): PageHead {
  const { query, landing, answer } = data;
  const path = `${resultsPath(landing)}${toQueryString(query)}`;
  return {
    title: pageTitle(titleOf(data, reader), answer.pagination.page, reader),
    image: pictureOf(answer.results),
    description:
      landing === null
        ? reader.text('site.claim')
        : reader.text('landing.description', { name: nameOf(data) }),
    path,
    unlisted: !isListed(data),
    q: query['q'],
    category: categoryOf(data.filters),
    within: categoryOf(searchOf(data)),
    hasResults: true,
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
                name: listing.title,
                image: listing.thumbnail === null ? undefined : `${baseUrl}${pathOf(listing.thumbnail)}`,
              })),
            },
          ],
        }
      : {}),
  };
}

/** Pages of one list differ in their titles. */
function pageTitle(title: string, page: number, reader: Reader): string {
  return page === 1 ? title : reader.text('search.titlePage', { title, page: reader.number(page) });
}

/** The first photo of the page, for previews of its address. */
function pictureOf(results: readonly CardListing[]): string | undefined {
  const first = results.find(({ thumbnail }) => thumbnail !== null)?.thumbnail;
  return first === undefined || first === null ? undefined : pathOf(first);
}

/** The first card is not cached, because its image adds a preload to the head. */
const KeptCard = withCachedMarkup<{ listing: CardListing }>(({ listing, reader }) => (
  <li>
    <VehicleCard listing={listing} reader={reader} />
  </li>
));

export function SearchPage({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { answer, landing } = data;
  const { total, page, total_pages: pages } = answer.pagination;
  return (
    <div className="wrap">
      {landing !== null && <Breadcrumb crumbs={crumbsOf(data)} reader={reader} />}
      <h1>
        {titleOf(data, reader)} <span className="phone quiet">· {reader.number(total)}</span>
      </h1>
      {landing !== null && landing.children.some(({ count }) => count > 0) && (
        <nav className="types" aria-label={reader.text('landing.types')}>
          <ul>
            {landing.children
              .filter(({ count }) => count > 0)
              .map(({ slug, name, count }) => (
                <li key={slug}>
                  <a href={`/${reader.language}/${landing.category.slug}/${slug}`}>
                    {name} <span className="count">{reader.number(count)}</span>
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      )}
      <div className="columns">
        <Filters data={data} reader={reader} />
        <section
          className="results"
          id="results"
          tabIndex={-1}
          aria-label={reader.text('search.title')}
          data-results=""
        >
          <h2 className="unseen">{reader.text('search.title')}</h2>
          <Toolbar data={data} reader={reader} />
          <Chips data={data} reader={reader} />
          <Readings data={data} reader={reader} />
          <CountryMap data={data} reader={reader} />
          {answer.results.length === 0 ? (
            <Nothing data={data} reader={reader} />
          ) : (
            <Cards listings={answer.results} hasFirst reader={reader} />
          )}
          <PagesNav
            page={page}
            pages={pages}
            hrefOf={(at) =>
              `/${reader.language}${resultsPath(landing)}${toQueryString({ ...data.query, ...(at === 1 ? { page: '' } : { page: String(at) }) })}`
            }
            reader={reader}
          />
          {answer.results.length > 0 && <SaveSearch data={data} reader={reader} />}
        </section>
      </div>
      {landing !== null && landing.brand === undefined && <Makes data={data} reader={reader} />}
      <ViewedShelf reader={reader} />
    </div>
  );
}

function Cards({
  listings,
  hasFirst,
  reader,
}: {
  listings: readonly CardListing[];
  hasFirst: boolean;
  reader: Reader;
}): ReactElement {
  return (
    <ol className="cards">
      {listings.map((listing, index) =>
        hasFirst && index === 0 ? (
          <li key={listing.id}>
            <VehicleCard listing={listing} reader={reader} isFirst />
          </li>
        ) : (
          <KeptCard key={listing.id} listing={listing} reader={reader} />
        ),
      )}
    </ol>
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

function Nothing({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { wider, near, filters } = data;
  const number = data.answer.interpreted?.unknown_number;
  return (
    <>
      <div className="nothing">
        <div>
          <h2>{reader.text('search.empty.title')}</h2>
          <p className="quiet">
            {number !== undefined
              ? reader.text('search.empty.number', { number })
              : reader.text(wider.length > 0 ? 'search.empty.fewer' : 'search.empty.text')}
          </p>
          <div className="ways">
            {wider.map(({ chip, total }) => (
              <a
                key={chip.label}
                href={`/${reader.language}/search${toQueryString(chip.rest)}`}
                rel="nofollow"
              >
                <Icon name="x" />
                <span>{reader.text('search.empty.drop', { name: chip.label })}</span>
                <b>{reader.count('search.empty.count', total)}</b>
              </a>
            ))}
            <a href={clearedAddress({ filters }, reader)}>
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
          <Cards listings={near} hasFirst={false} reader={reader} />
        </>
      )}
    </>
  );
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

/** What is searched for, in words: `MAN Tractor units 4x2, Euro 6, with Retarder`. */
function titleOf(data: SearchPageData, reader: Reader): string {
  const { landing, query, filters } = data;
  const named = (name: ListName): readonly string[] =>
    listOf(filters, name).map((value) => nameOfValue(name, value, data, reader));
  const kinds = filters['subcategory'] === undefined ? named('category') : named('subcategory');
  const makes = [...named('brand'), ...named('model')];
  const details = [...named('euro_standard').slice(0, 1), ...named('country').slice(0, 2)];
  const equipment = named('features').slice(0, 3);
  const isPlain = details.length + equipment.length === 0 && filters['drive_type'] === undefined;
  if (landing !== null && isPlain && filters['model'] === undefined && query['q'] === undefined)
    return landing.brand === undefined
      ? reader.text('landing.title', { name: nameOf(data) })
      : reader.text('landing.brand', { name: landing.category.name, brand: landing.brand.name });
  const subject = [...makes.slice(0, 2), ...kinds.slice(0, 2), ...named('drive_type').slice(0, 2)].join(' ');
  const composed = [
    subject,
    ...details,
    equipment.length === 0 ? '' : reader.text('search.with', { features: reader.list(equipment) }),
    filters['city'] ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ');
  const words = filters['q'];
  if (composed === '')
    return words === undefined ? reader.text('search.all') : reader.text('search.titleFor', { q: words });
  return words === undefined ? composed : `${composed}: ${reader.text('search.titleFor', { q: words })}`;
}
