import { type Listings, powerHpOf } from '../modules/listings/index.ts';
import { nameIn, type Taxonomy } from '../modules/taxonomy/index.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../platform/clock.ts';
import type { Answer, Ask, MarketApi } from './market-api.ts';
import type { ExchangeRates, SettingValue } from '../modules/settings/index.ts';
import type { PriceBasis, PriceChoice } from './prices/choice.ts';
import { type AskedPrice, type ShownPrice, shownPrice } from './prices/shown.ts';
import type { Language, Reader } from './texts/reader.ts';
import type { PriceLabelData } from './ui/price-label.tsx';
import type { CardListing } from './cards/card-listing.ts';

/** Thrown by a loader if the page has another URL. `path` is without the language. */
export class MovedPage extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`the page is at ${path}`);
    this.path = path;
  }
}

type AddFacts = (listings: readonly CardListing[]) => Promise<readonly CardListing[]>;

/** Context for loading a page; records the sources of the page. */
export interface PageContext {
  readonly reader: Reader;
  /** Returns a price in the currency and on the basis of the URL; null for a price on request. */
  readonly shownPrice: (asked: AskedPrice) => ShownPrice | null;
  /** The price basis that the URL requests. */
  readonly priceBasis: PriceBasis;
  /** Returns an age in whole days. A page that calls it is valid for this day only. */
  readonly ageDays: (since: string) => number;
  /** Returns a month such as `202711`. A page that calls it is valid for this day only. */
  readonly monthAhead: (months: number) => string;
  ask<T>(path: string, ask?: Ask): Promise<Answer<T>>;
  /** Whether descriptions can be translated by machine. */
  readonly offersTranslation: boolean;
  /** Whether administrators have set the amounts for delivery estimates. */
  readonly estimatesDelivery: boolean;
  /** Returns a function that adds the fields of cards to the summaries of listings. */
  cards(): Promise<AddFacts>;
  /** Whether the slug belongs to a listing that was public and no longer is. */
  readonly wasListed: (slug: string) => Promise<boolean>;
  /** Returns the summary of a live listing by its slug or ID, without a database query; null if it is not live. */
  readonly summaryOf: (slugOrId: string) => Promise<CardListing | null>;
}

export function pageContext(
  parts: CardParts & {
    readonly api: MarketApi;
    readonly reader: Reader;
    readonly offersTranslation: boolean;
    readonly deliveryTerms: SettingValue<'delivery.estimate'>;
    readonly wasListed: PageContext['wasListed'];
    readonly summaryOf: (slugOrId: string, language: Language) => Promise<CardListing | null>;
  },
  sources: unknown[],
): PageContext {
  const language: Language = parts.reader.language;
  const { rates, deliveryTerms } = parts;
  sources.push(rates, deliveryTerms);
  return {
    reader: parts.reader,
    offersTranslation: parts.offersTranslation,
    estimatesDelivery: deliveryTerms.base > 0 || deliveryTerms.perKm > 0,
    priceBasis: parts.choice.basis,
    shownPrice: (asked) => shownPrice(asked, parts.choice, parts.rates),
    ageDays(since) {
      const today = dayOf(parts.clock.now());
      sources.push(today);
      return Math.max(0, today - dayOf(new Date(since)));
    },
    monthAhead(months) {
      const now = parts.clock.now();
      sources.push(dayOf(now));
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
      return month.toISOString().slice(0, 7).replace('-', '');
    },
    async cards() {
      const today = dayOf(parts.clock.now());
      // Cards show how many days ago a vehicle was listed, so the page changes daily.
      sources.push(await parts.cardFacts.edition(), today);
      return (listings) => withFacts(parts, listings, { today, language });
    },
    wasListed: parts.wasListed,
    summaryOf: (slugOrId) => parts.summaryOf(slugOrId, language),
    async ask<T>(path: string, ask?: Ask): Promise<Answer<T>> {
      const answer = await parts.api.get<T>(path, language, ask);
      sources.push(answer.source);
      return answer;
    },
  };
}

export interface CardParts {
  /** For a page of listings, by ID. */
  readonly pricePositions: (ids: readonly string[]) => Promise<ReadonlyMap<string, PriceLabelData>>;
  readonly choice: PriceChoice;
  readonly rates: ExchangeRates;
  readonly cardFacts: Listings['cardFacts'];
  readonly taxonomy: Pick<Taxonomy, 'current'>;
  readonly clock: Clock;
}

const dayOf = (instant: Date): number => Math.floor(instant.getTime() / DAY_MS);

async function withFacts(
  { cardFacts, pricePositions, taxonomy: { current }, choice, rates }: CardParts,
  listings: readonly CardListing[],
  { today, language }: { readonly today: number; readonly language: Language },
): Promise<readonly CardListing[]> {
  const ids = listings.map(({ id }) => id);
  const [facts, positions] = await Promise.all([cardFacts.find(ids), pricePositions(ids)]);
  return listings.map((summary) => {
    const { deliveryEstimate = null, ...rest } = summary;
    const delivery = shownPrice(
      { price: deliveryEstimate, currency: 'EUR', vatDeductible: null },
      choice,
      rates,
    );
    const listing: CardListing =
      delivery === null
        ? rest
        : { ...rest, delivery: { amount: delivery.amount, currency: delivery.currency } };
    const listingFacts = facts.get(listing.id);
    if (listingFacts === undefined) return { ...listing, shownPrice: shownPrice(listing, choice, rates) };
    const {
      id: _,
      subcategoryId,
      powerKw,
      priceGross,
      previousPrice,
      features,
      publishedAt,
      ...cardFields
    } = listingFacts;
    const subcategory = subcategoryId === null ? undefined : current.category(subcategoryId);
    return {
      ...listing,
      priceLabel: positions.get(listing.id) ?? null,
      shownPrice: shownPrice({ ...listing, priceGross, previousPrice }, choice, rates),
      facts: {
        ...cardFields,
        powerHp: powerHpOf(powerKw),
        subcategory: subcategory?.slug ?? null,
        type: subcategory === undefined ? null : nameIn(subcategory.names, [language]),
        features: features.map((code) => ({
          code,
          name: nameIn(current.feature(code)?.names ?? { en: code }, [language]),
        })),
        publishedS: publishedAt === null ? null : Math.floor(publishedAt.getTime() / SECOND_MS),
        ageDays: publishedAt === null ? null : Math.max(0, today - dayOf(publishedAt)),
      },
    };
  });
}
