import type { Delivery, ListingDetail as Answer, PricePosition } from '../../../modules/listings/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { PublicSeller } from '../../../modules/sellers/index.ts';
import { booleanOf, numberOf } from './values.ts';
import { MovedPage, type PageContext } from '../../page-context.ts';
import type { ShownPrice } from '../../prices/shown.ts';
import type { Contact } from '../../ui/contact.tsx';
import type { CardListing } from '../../cards/card-listing.ts';
import { t } from '../../../platform/errors/sentence.ts';

const GONE = 410;

/** The groups of the record, whose fields pages look up by name. */
export type ListingDetail = Omit<Answer, 'technical' | 'commercial' | 'translations'> & {
  readonly technical: Readonly<Record<string, unknown>>;
  readonly commercial: Readonly<Record<string, unknown>>;
  readonly translations: Readonly<Record<string, { title?: string; description?: string }>> | null;
};

/** A price and the time since which the listing had it. */
export interface PricePoint {
  readonly at: string;
  readonly price: number | null;
  readonly currency: string | null;
  readonly vatDeductible: boolean | null;
}

export interface ListingPageData {
  readonly listing: ListingDetail;
  readonly similar: readonly CardListing[];
  readonly position: PricePosition;
  /** Machine translation of the description; null if no service is configured. */
  readonly translation: MachineTranslated | 'offered' | null;
  /** null if the dealer has no page or the page cannot be loaded. */
  readonly dealer: PublicSeller | null;
  /** Former prices in the currency of the listing, oldest first; empty unless the price was reduced. */
  readonly history: readonly PricePoint[];
  /** null: on request. */
  readonly shownPrice: ShownPrice | null;
  /** Prices of similar vehicles, in the currency of `shownPrice`. */
  readonly scale: PriceScale | null;
  readonly contact: Contact;
  /** null: never published. */
  readonly ageDays: number | null;
  /** null if administrators have set no amounts for estimates. */
  readonly delivery: ShownDelivery | null;
}

/** The estimated delivery cost to the town that the reader entered. */
export interface ShownDelivery {
  /** The text as entered; empty if the reader has not entered one. */
  readonly enteredPlace: string;
  /** null if nothing was entered or the place is unknown. */
  readonly town: string | null;
  readonly km: number | null;
  readonly amount: number | null;
  readonly currency: string;
}

/** The net or gross amounts that were compared. */
export interface PriceScale {
  readonly currency: string;
  readonly price: number;
  readonly low: number;
  readonly usualFrom: number;
  readonly usualTo: number;
  readonly high: number;
  /** Difference of the price from the median; negative if the price is lower. */
  readonly percent: number;
}

interface MachineTranslated {
  readonly description: string;
  readonly sourceLanguage: string | null;
}

/** Throws NOT_FOUND, with status 410 for a listing that was public once. */
export async function loadListing(
  context: PageContext,
  slug: string,
  query: Readonly<Record<string, unknown>> = {},
): Promise<() => Promise<ListingPageData>> {
  const params = { slug };
  const wantsTranslation = query['translate'] === '1' && context.offersTranslation;
  const [detail, similar, position, translated] = await Promise.all([
    context.ask<ListingDetail>('/listings/:slug', { params }),
    context.ask<{ listings: readonly CardListing[] }>('/listings/:slug/similar', { params }),
    context.ask<PricePosition>('/listings/:slug/price-position', { params }),
    wantsTranslation
      ? context.ask<{ translation: MachineTranslated | null }>('/listings/:slug/translation', {
          params,
          query: { language: context.reader.language },
        })
      : null,
  ]).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND' || !(await context.wasListed(slug)))
      throw error;
    throw new AppError('NOT_FOUND', t('The listing is no longer available.'), { status: GONE });
  });
  if (detail.data.slug !== slug) throw new MovedPage(`/listing/${detail.data.slug}`);
  const isLive = detail.data.status === 'ACTIVE';
  const [dealer, history, delivery] = await Promise.all([
    context
      .ask<PublicSeller>('/sellers/:slug', { params: { slug: detail.data.seller.slug } })
      .then(({ data }) => data)
      // Suspended dealers have no page.
      .catch((error: unknown) => nothingFound(error)),
    typeof detail.data.commercial['previousPrice'] === 'number'
      ? context.ask<{ prices: readonly PricePoint[] }>('/listings/:slug/prices', { params })
      : null,
    isLive && context.estimatesDelivery ? loadDelivery(context, slug, query['to']) : null,
  ]);
  const withFacts = await context.cards();
  const { publishedAt } = detail.data;
  const ageDays = publishedAt === null ? null : context.ageDays(publishedAt);
  return async () => ({
    listing: detail.data,
    similar: await withFacts(similar.data.listings.slice(0, 4)),
    position: position.data,
    translation: translated?.data.translation ?? (context.offersTranslation ? 'offered' : null),
    dealer,
    scale: scaleOf(context, detail.data, position.data),
    // A contact person of the listing can have a different phone number.
    contact: { ...dealer?.contact, phone: detail.data.contact.phone ?? dealer?.contact.phone },
    ageDays,
    delivery,
    history: history?.data.prices ?? [],
    shownPrice: context.shownPrice({
      ...detail.data,
      vatDeductible: booleanOf(detail.data.commercial['vatDeductible']),
      priceGross: numberOf(detail.data.commercial['priceGross']),
      previousPrice: numberOf(detail.data.commercial['previousPrice']),
    }),
  });
}

const PLACE_LENGTH_MAX = 100;

async function loadDelivery(context: PageContext, slug: string, to: unknown): Promise<ShownDelivery> {
  const enteredPlace =
    typeof to === 'string'
      ? to
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(0, PLACE_LENGTH_MAX)
      : '';
  const noEstimate = { enteredPlace, town: null, km: null, amount: null, currency: '' };
  if (enteredPlace === '') return noEstimate;
  const answer = await context
    .ask<Delivery>('/listings/:slug/delivery', { params: { slug }, query: { city: enteredPlace } })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'LOCATION_NOT_FOUND') return null;
      throw error;
    });
  if (answer === null) return noEstimate;
  const { city, distance, deliveryEstimate } = answer.data;
  const cost = context.shownPrice({ price: deliveryEstimate, currency: 'EUR', vatDeductible: null });
  return {
    enteredPlace,
    town: city,
    km: distance === null ? null : Math.round(distance),
    amount: cost?.amount ?? null,
    currency: cost?.currency ?? '',
  };
}

function scaleOf(
  context: PageContext,
  { price }: ListingDetail,
  { currency, low, usualFrom, median, usualTo, high }: PricePosition,
): PriceScale | null {
  if (price === null || usualFrom === null || median === null || usualTo === null || median <= 0) return null;
  const converted = (amount: number) => context.shownPrice({ price: amount, currency, vatDeductible: null });
  const shownPrice = converted(price);
  if (shownPrice === null) return null;
  const inReaders = (amount: number): number => Math.round(converted(amount)?.amount ?? amount);
  return {
    currency: shownPrice.currency,
    price: shownPrice.amount,
    low: inReaders(low ?? usualFrom),
    usualFrom: inReaders(usualFrom),
    usualTo: inReaders(usualTo),
    high: inReaders(high ?? usualTo),
    percent: Math.round((price / median - 1) * 100),
  };
}

function nothingFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}
