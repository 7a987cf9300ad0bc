import type { PricePosition } from '../../../modules/listings/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { MovedPage, type PageContext } from '../../page-context.ts';
import type { CardListing } from '../../ui/vehicle-card.tsx';

const GONE = 410;

export interface ListingImage {
  readonly id: string;
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly sizes?: Readonly<Record<string, { width: number; height: number; webp: string; jpeg: string }>>;
}

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** The parts of the API's detail that the page shows. */
export interface ListingDetail {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly price: number | null;
  readonly currency: string | null;
  readonly year: number | null;
  readonly mileage: number | null;
  readonly condition: string;
  readonly category: Named;
  readonly subcategory: Named | null;
  readonly brand: Named | null;
  readonly model: string | null;
  readonly variant: string | null;
  readonly description: string | null;
  readonly contentLanguage: string | null;
  readonly translations: Readonly<Record<string, { title?: string; description?: string }>> | null;
  readonly videoUrl: string | null;
  readonly vin: string | null;
  readonly serialNumber: string | null;
  readonly location: {
    readonly country: string | null;
    readonly city: string | null;
    readonly region: string | null;
    readonly postalCode: string | null;
    readonly lat: number | null;
    readonly lng: number | null;
  };
  readonly seller: {
    readonly slug: string;
    readonly companyName: string;
    readonly verified: boolean;
    readonly trustScore: number;
    readonly country: string | null;
    readonly city: string | null;
  };
  readonly technical: Readonly<Record<string, unknown>>;
  readonly commercial: Readonly<Record<string, unknown>>;
  readonly features: readonly { readonly code: string; readonly name: string }[];
  readonly images: readonly ListingImage[];
  readonly contact: { readonly name?: string; readonly phone?: string };
  readonly updatedAt: string;
  readonly soldAt: string | null;
}

export interface ListingPageData {
  readonly listing: ListingDetail;
  readonly similar: readonly CardListing[];
  readonly position: PricePosition;
  readonly units: ReadonlyMap<string, string>;
}

/** Throws NOT_FOUND: with the status 410 for what was on the market once. */
export async function loadListing(
  context: PageContext,
  slug: string,
  units: ReadonlyMap<string, string>,
): Promise<() => Promise<ListingPageData>> {
  const params = { slug };
  const [detail, similar, position] = await Promise.all([
    context.ask<ListingDetail>('/listings/:slug', { params }),
    context.ask<{ listings: readonly CardListing[] }>('/listings/:slug/similar', { params }),
    context.ask<PricePosition>('/listings/:slug/price-position', { params }),
  ]).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND' || !(await context.wasListed(slug)))
      throw error;
    throw new AppError('NOT_FOUND', 'The listing has left the market.', { status: GONE });
  });
  if (detail.data.slug !== slug) throw new MovedPage(`/listing/${detail.data.slug}`);
  const withFacts = await context.cards();
  return async () => ({
    listing: detail.data,
    similar: await withFacts(similar.data.listings.slice(0, 4)),
    position: position.data,
    units,
  });
}
