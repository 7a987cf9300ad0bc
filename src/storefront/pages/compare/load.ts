import type { PageContext } from '../../page-context.ts';
import type { ShownPrice } from '../../prices/shown.ts';
import type { CardListing } from '../../cards/card-listing.ts';

export interface Comparison {
  readonly name?: string;
  readonly listings: readonly {
    readonly id: string;
    readonly title: string;
    readonly slug: string | null;
    readonly thumbnail: string | null;
    readonly available: boolean;
    readonly price: number | null;
    readonly currency: string | null;
    readonly vatDeductible: boolean | null;
  }[];
  readonly attributes: readonly {
    readonly field: string;
    readonly group: 'core' | 'commercial' | 'technical';
    readonly values: readonly unknown[];
    readonly names: readonly (string | null)[] | null;
    readonly isDifferent: boolean;
  }[];
  readonly features: readonly {
    readonly code: string;
    readonly name: string;
    readonly values: readonly (boolean | null)[];
    readonly isDifferent: boolean;
  }[];
}

export interface ComparePageData {
  readonly comparison: Comparison | null;
  /** Token of a shared comparison. */
  readonly token: string | null;
  readonly onlyDifferences: boolean;
  /** By ID; null: on request. */
  readonly prices: ReadonlyMap<string, ShownPrice | null>;
  /** Those that are still for sale, by ID. */
  readonly live: ReadonlyMap<string, CardListing>;
  /** Listings to add, if there is only one. */
  readonly similar: readonly CardListing[];
}

type Query = Readonly<Record<string, unknown>>;

const COMPARED_MAX = 5;
const ID_MAX = 64;

/** Loads the comparison by the IDs in the URL, or by the token of a shared comparison. */
export async function loadComparison(
  context: PageContext,
  { token, query }: { readonly token: string | null; readonly query: Query },
): Promise<() => Promise<ComparePageData>> {
  const ids = idsOf(query);
  const comparison = token === null && ids.length === 0 ? null : await ask(context, token, ids);
  const listings = comparison?.data.comparison.listings ?? [];
  const [only, ...more] = listings;
  const similar =
    only === undefined || more.length > 0 || token !== null
      ? null
      : await context.ask<{ listings: readonly CardListing[] }>('/listings/:slug/similar', {
          params: { slug: only.id },
        });
  const summaries = await Promise.all(
    listings.map(({ slug, available }) =>
      slug === null || !available ? Promise.resolve(null) : context.summaryOf(slug),
    ),
  );
  const withFacts = await context.cards();
  return async () => {
    const cards = await withFacts(summaries.filter((summary) => summary !== null));
    const live = new Map(cards.map((card) => [card.id, card]));
    return {
      comparison: comparison?.data.comparison ?? null,
      token,
      onlyDifferences: query['rows'] === 'different',
      live,
      prices: new Map(
        listings.map((listing) => [
          listing.id,
          live.get(listing.id)?.shownPrice ?? context.shownPrice(listing),
        ]),
      ),
      similar: similar === null ? [] : await withFacts(similar.data.listings.slice(0, 6)),
    };
  };
}

function ask(context: PageContext, token: string | null, ids: readonly string[]) {
  return token === null
    ? context.ask<{ comparison: Comparison }>('/comparisons/preview', { query: { ids: ids.join(',') } })
    : context.ask<{ comparison: Comparison }>('/comparisons/shared/:token', { params: { token } });
}

/** The first five; a longer address still shows something. */
function idsOf(query: Query): readonly string[] {
  const texts = [query['ids']].flat().filter((value) => typeof value === 'string');
  const ids = texts.flatMap((text) => text.split(',')).filter((id) => id !== '' && id.length <= ID_MAX);
  return [...new Set(ids)].slice(0, COMPARED_MAX);
}
