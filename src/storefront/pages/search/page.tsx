import { entryOf } from '@fifthwheel/text/entry-of';
import type { ReactElement } from 'react';
import { Breadcrumb, breadcrumbData, type Crumb } from '../../ui/breadcrumb.tsx';
import { pathOf } from '../../ui/vehicle-card.tsx';
import type { CardListing } from '../../cards/card-listing.ts';
import { ViewedShelf } from '../../ui/viewed-shelf.tsx';
import type { PageHead } from '../../shell/document.tsx';
import { regionNameIn } from '../../../platform/gazetteer/region-names.ts';
import type { Reader } from '../../texts/reader.ts';
import { nameOfValue } from './chips.tsx';
import { Filters } from './filters.tsx';
import type { Counted, Landing, SearchPageData } from './data.ts';
import { modelsIn } from './models.ts';
import { isListed } from './load.ts';
import { Results } from './results.tsx';
import { categoryOf, resultsPath, searchOf } from './page-query.ts';
import { type ListName, listOf, toQueryString } from './parameters.ts';

export function searchHead(data: SearchPageData, reader: Reader, baseUrl: string): PageHead {
  const { query, landing, answer } = data;
  const path = `${resultsPath(data)}${toQueryString(query)}`;
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

/** Adds the page number to the title, because search engines expect unique titles. */
function pageTitle(title: string, page: number, reader: Reader): string {
  return page === 1 ? title : reader.text('search.titlePage', { title, page: reader.number(page) });
}

/** Returns the first photo of the page, for link previews. */
function pictureOf(results: readonly CardListing[]): string | undefined {
  const first = results.find(({ thumbnail }) => thumbnail !== null)?.thumbnail;
  return first === undefined || first === null ? undefined : pathOf(first);
}

export function SearchPage({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { answer, landing } = data;
  const { total } = answer.pagination;
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
        <Results data={data} reader={reader} />
      </div>
      <Narrower data={data} reader={reader} />
      <ViewedShelf reader={reader} />
    </div>
  );
}

/** Links to the makes of a category or the models of a make, so that search engines find these pages. */
function Narrower({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement | null {
  const { landing, answer } = data;
  if (landing === null || landing.model !== undefined) return null;
  const isMake = landing.brand !== undefined;
  const pages: readonly Counted[] = isMake ? modelsIn(answer.facets) : (answer.facets.brands ?? []);
  if (pages.length === 0) return null;
  // A make has no page within a subcategory; link to its page within the category.
  const base = `/${reader.language}${isMake ? resultsPath(data) : `/${landing.category.slug}`}`;
  return (
    <section aria-labelledby="makes">
      <h2 id="makes">{reader.text(isMake ? 'landing.models' : 'landing.brands')}</h2>
      <ul className="brands">
        {pages.slice(0, NARROWER_MAX).map(({ slug, name, count }) => (
          <li key={slug}>
            <a href={`${base}/${slug}`}>
              {name} <span className="number">{reader.number(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NARROWER_MAX = 24;
function crumbsOf({ landing }: SearchPageData): readonly Crumb[] {
  if (landing === null) return [];
  const { category, model } = landing;
  const second = landing.subcategory ?? landing.brand;
  const crumbs = [
    { name: category.name, path: `/${category.slug}` },
    ...(second === undefined ? [] : [{ name: second.name, path: `/${category.slug}/${second.slug}` }]),
    ...(model === undefined ? [] : [{ name: model.name, path: '' }]),
  ];
  // The last crumb is the page itself and has no link.
  return crumbs.map(({ name, path }, at) => (at < crumbs.length - 1 ? { name, path } : { name }));
}

const makeOf = ({ brand, model }: Landing): string =>
  [brand?.name, model?.name].filter((name) => name !== undefined).join(' ');

function nameOf({ landing }: SearchPageData): string {
  const name = landing?.subcategory?.name ?? landing?.category.name ?? '';
  return landing?.brand === undefined ? name : `${makeOf(landing)} ${name}`;
}

/** Returns at most two values: `Volvo, Volvo CE …`. */
function shortListOf(values: readonly string[]): string {
  return values.length > 2 ? `${values.slice(0, 2).join(', ')} …` : values.join(', ');
}

/** Returns the names of the town, the region and the dealer to which a search is limited. */
function limitsOf({ filters, names }: SearchPageData, reader: Reader): readonly string[] {
  const { city = '', region, seller = '' } = filters as Partial<Record<string, string>>;
  const regionName = region === undefined ? '' : regionNameIn(region, reader.language);
  return [city, regionName, entryOf(names['seller'] ?? {}, seller) ?? ''];
}

/** Returns the heading of the search: `MAN Tractor units 4x2, Euro 6, with Retarder`. */
function titleOf(data: SearchPageData, reader: Reader): string {
  const { landing, query, filters } = data;
  const named = (name: ListName): readonly string[] =>
    listOf(filters, name).map((value) => nameOfValue(name, value, data, reader));
  const kinds = filters['subcategory'] === undefined ? named('category') : named('subcategory');
  const details = [...named('euro_standard').slice(0, 1), ...named('country').slice(0, 2)];
  const equipment = named('features').slice(0, 3);
  const isPlain = details.length + equipment.length === 0 && filters['drive_type'] === undefined;
  const isOfModel = filters['model'] === landing?.model?.names.join(',');
  if (landing !== null && isPlain && isOfModel && query['q'] === undefined)
    return landing.brand === undefined
      ? reader.text('landing.title', { name: nameOf(data) })
      : reader.text('landing.brand', { name: landing.category.name, brand: makeOf(landing) });
  const subject = [named('brand'), named('model'), kinds, named('drive_type')]
    .map(shortListOf)
    .filter(Boolean)
    .join(' ');
  const isOfPlace = subject === '' && filters['q'] === undefined && filters['city'] !== undefined;
  const composed = [
    isOfPlace ? reader.text('search.all') : subject,
    ...details,
    equipment.length === 0 ? '' : reader.text('search.with', { features: reader.list(equipment) }),
    ...limitsOf(data, reader),
  ]
    .filter((part) => part !== '')
    .join(', ');
  const words = filters['q'];
  if (composed === '')
    return words === undefined ? reader.text('search.all') : reader.text('search.titleFor', { q: words });
  return words === undefined ? composed : `${composed}: ${reader.text('search.titleFor', { q: words })}`;
}
