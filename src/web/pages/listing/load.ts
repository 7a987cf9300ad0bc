import { findCards, type PageContext } from '../../page-context.ts';
import type { CardListing } from '../../ui/vehicle-card.tsx';

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
  readonly units: ReadonlyMap<string, string>;
}

export async function loadListing(
  context: PageContext,
  slug: string,
  units: ReadonlyMap<string, string>,
): Promise<() => Promise<ListingPageData>> {
  const [detail, similar] = await Promise.all([
    context.ask<ListingDetail>('/listings/:slug', { params: { slug } }),
    context.ask<{ listings: readonly CardListing[] }>('/listings/:slug/similar', { params: { slug } }),
  ]);
  return async () => ({
    listing: detail.data,
    similar: await findCards(context, similar.data.listings.slice(0, 4)),
    units,
  });
}
