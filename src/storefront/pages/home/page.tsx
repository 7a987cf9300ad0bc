import type { ReactElement } from 'react';
import type { CategoryView } from '../../../modules/taxonomy/index.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { drawingName, drawingOf } from '../../drawings/vehicle.ts';
import type { PageContext } from '../../page-context.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { type CardListing, VehicleCard } from '../../ui/vehicle-card.tsx';
import type { Counted, SearchAnswer } from '../search/data.ts';

interface HomeData {
  readonly total: number;
  readonly newest: readonly CardListing[];
  readonly categories: readonly Counted[];
  readonly brands: readonly Counted[];
}

const NEWEST = '6';
const BRANDS = 16;

/** One example of each category, as its tile shows it. */
const TILE_COLORS = ['red', 'blue', 'white', 'green', 'grey', 'orange', 'yellow', 'black'] as const;

export async function loadHome(context: PageContext): Promise<() => Promise<HomeData>> {
  const answer = await context.ask<SearchAnswer>('/search', {
    query: { sort: 'created_at', limit: NEWEST, facets: 'categories,brands' },
  });
  const tree = await context.ask<{ categories: readonly CategoryView[] }>('/categories');
  const withFacts = await context.cards();
  return async () => {
    const { results, pagination, facets } = answer.data;
    return {
      total: pagination.total,
      newest: await withFacts(results),
      categories: tree.data.categories
        .map(({ slug, name, listingCount }) => ({ slug, name, count: listingCount }))
        .filter(({ count }) => count > 0),
      brands: (facets.brands ?? []).slice(0, BRANDS),
    };
  };
}

export function homeHead(reader: Reader, baseUrl: string): PageHead {
  return {
    title: reader.text('site.name'),
    description: reader.text('site.claim'),
    path: '/',
    structured: [
      {
        '@type': 'WebSite',
        name: reader.text('site.name'),
        url: `${baseUrl}/${reader.language}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${baseUrl}/${reader.language}/search?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}

export function HomePage({ data, reader }: { data: HomeData; reader: Reader }): ReactElement {
  const { language } = reader;
  return (
    <>
      <section className="hero">
        <div className="wrap">
          <h1>{reader.text('home.title')}</h1>
          <p>{reader.count('home.intro', data.total)}</p>
          <SearchBox reader={reader} q="" />
        </div>
      </section>
      <section className="wrap" aria-labelledby="home-categories">
        <h2 id="home-categories">{reader.text('home.categories')}</h2>
        <ul className="tiles">
          {data.categories.map(({ slug, name, count }, at) => (
            <li key={slug}>
              <a href={`/${language}/${slug}`}>
                <img
                  src={`/drawings/${drawingName(drawingOf({ category: slug, subcategory: entryOf(EXAMPLES, slug), color: TILE_COLORS[at % TILE_COLORS.length] }))}.svg`}
                  width="320"
                  height="240"
                  alt=""
                  loading={at < 4 ? 'eager' : 'lazy'}
                />
                <span>{name}</span>
                <span className="number">{reader.number(count)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      {data.newest.length > 0 && (
        <section className="wrap" aria-labelledby="home-newest">
          <h2 id="home-newest">{reader.text('home.newest')}</h2>
          <ol className="cards">
            {data.newest.map((listing) => (
              <li key={listing.id}>
                <VehicleCard listing={listing} reader={reader} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="wrap" aria-labelledby="home-brands">
        <h2 id="home-brands">{reader.text('home.brands')}</h2>
        <ul className="brands">
          {data.brands.map(({ slug, name, count }) => (
            <li key={slug}>
              <a href={`/${language}/search?brand=${slug}`}>
                {name} <span className="number">{reader.number(count)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap sell">
        <h2>{reader.text('home.sell.title')}</h2>
        <p>{reader.text('home.sell.text')}</p>
        <p>
          <a href={`/${language}/sell`}>{reader.text('home.sell.link')}</a>
        </p>
      </section>
    </>
  );
}

const EXAMPLES: Readonly<Record<string, string>> = {
  trucks: 'tipper-trucks',
  'semi-trailers': 'curtainsider-semi-trailers',
  'construction-machinery': 'crawler-excavators',
};
