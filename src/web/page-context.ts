import { type CardFacts, powerHpOf } from '../modules/listings/index.ts';
import type { Answer, Ask, MarketApi } from './market-api.ts';
import type { Language, Reader } from './texts/reader.ts';
import type { CardListing } from './ui/vehicle-card.tsx';

/** Thrown by a loader: the page has an address of another name, below the language. */
export class MovedPage extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`the page is at ${path}`);
    this.path = path;
  }
}

/** What loading one page needs; it notes what the page is made of. */
export interface PageContext {
  readonly reader: Reader;
  ask<T>(path: string, ask?: Ask): Promise<Answer<T>>;
  readonly cardFacts: (listingIds: readonly string[]) => Promise<ReadonlyMap<string, CardFacts>>;
  readonly categorySlug: (id: string) => string | null;
  /** Whether a slug is that of a listing that has been on the market and left it. */
  readonly wasListed: (slug: string) => Promise<boolean>;
}

export function pageContext(
  parts: {
    readonly api: MarketApi;
    readonly reader: Reader;
    readonly cardFacts: PageContext['cardFacts'];
    readonly categorySlug: PageContext['categorySlug'];
    readonly wasListed: PageContext['wasListed'];
  },
  sources: unknown[],
): PageContext {
  const language: Language = parts.reader.language;
  return {
    reader: parts.reader,
    cardFacts: parts.cardFacts,
    categorySlug: parts.categorySlug,
    wasListed: parts.wasListed,
    async ask<T>(path: string, ask?: Ask): Promise<Answer<T>> {
      const answer = await parts.api.get<T>(path, language, ask);
      sources.push(answer.source);
      return answer;
    },
  };
}

/** Adds to listings what their cards show beside the summary. */
export async function findCards(
  context: PageContext,
  listings: readonly CardListing[],
): Promise<readonly CardListing[]> {
  const facts = await context.cardFacts(listings.map(({ id }) => id));
  return listings.map((listing) => {
    const found = facts.get(listing.id);
    if (found === undefined) return listing;
    const { subcategoryId, powerKw, ...rest } = found;
    const subcategory = subcategoryId === null ? null : context.categorySlug(subcategoryId);
    return { ...listing, facts: { ...rest, powerHp: powerHpOf(powerKw), subcategory } };
  });
}
