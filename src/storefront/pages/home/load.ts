import type { CategoryView } from '../../../modules/taxonomy/index.ts';
import type { PageContext } from '../../page-context.ts';
import type { CardListing } from '../../cards/card-listing.ts';
import type { Counted, SearchAnswer } from '../search/data.ts';

export interface HomeData {
  readonly total: number;
  readonly newest: readonly CardListing[];
  readonly categories: readonly HomeCategory[];
  /** Most vehicles first. */
  readonly brands: readonly Counted[];
  readonly countries: readonly { readonly country: string; readonly count: number }[];
  /** Newest first. */
  readonly years: readonly number[];
  /** Bounds that the search panel offers. */
  readonly prices: { readonly currency: string; readonly amounts: readonly number[] };
}

export interface HomeCategory extends Counted {
  /** Most vehicles first. */
  readonly types: readonly Counted[];
}

const NEWEST = '8';
const COUNTRIES = 15;
const YEARS = 20;
/** In euros; other currencies have round sums near them. */
const PRICES = [5000, 10_000, 20_000, 35_000, 50_000, 75_000, 100_000, 150_000] as const;

export async function loadHome(context: PageContext): Promise<() => Promise<HomeData>> {
  const answer = await context.ask<SearchAnswer>('/search', {
    query: { sort: 'created_at', limit: NEWEST, facets: 'brands,locations,years' },
  });
  const tree = await context.ask<{ categories: readonly CategoryView[] }>('/categories');
  const withFacts = await context.cards();
  return async () => {
    const { results, pagination, facets } = answer.data;
    return {
      total: pagination.total,
      newest: await withFacts(results),
      categories: tree.data.categories.filter(hasVehicles).map((category) => ({
        ...counted(category),
        types: category.children
          .filter(hasVehicles)
          .map(counted)
          .toSorted((a, b) => b.count - a.count),
      })),
      brands: facets.brands ?? [],
      countries: (facets.locations ?? []).slice(0, COUNTRIES),
      years: (facets.years ?? [])
        .map(({ year }) => year)
        .toSorted((a, b) => b - a)
        .slice(0, YEARS),
      prices: pricesOf(context),
    };
  };
}

type View = Pick<CategoryView, 'slug' | 'name' | 'listingCount'>;

function counted({ slug, name, listingCount }: View): Counted {
  return { slug, name, count: listingCount };
}

const hasVehicles = ({ listingCount }: View): boolean => listingCount > 0;

function pricesOf({ shownPrice }: PageContext): HomeData['prices'] {
  const shown = PRICES.map((price) => shownPrice({ price, currency: 'EUR', vatDeductible: null }));
  return {
    currency: shown[0]?.currency ?? 'EUR',
    amounts: shown.map((price) => Number((price?.amount ?? 0).toPrecision(2))),
  };
}
