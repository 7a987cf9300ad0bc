import type { CardFacts } from '../../modules/listings/index.ts';
import type { ShownPrice } from '../prices/shown.ts';
import type { Feature } from '../ui/badges.tsx';
import type { PriceLabelData } from '../ui/price-label.tsx';

/** A listing as cards show it: the API summary and facts for the trade. */
export interface CardListing {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly price: number | null;
  readonly currency: string | null;
  readonly vatDeductible: boolean | null;
  readonly year: number | null;
  readonly mileage: number | null;
  readonly category: { readonly slug: string; readonly name: string };
  readonly location: { readonly country: string | null; readonly city: string | null };
  readonly thumbnail: string | null;
  readonly featured: boolean;
  readonly seller: { readonly name: string; readonly verified: boolean };
  readonly distance?: number | null | undefined;
  /** In euros. */
  readonly deliveryEstimate?: number | null | undefined;
  /** The delivery estimate in the currency of the reader. */
  readonly delivery?: { readonly amount: number; readonly currency: string } | null;
  /** null: on request. */
  readonly shownPrice?: ShownPrice | null;
  /** null if too few vehicles are similar. */
  readonly priceLabel?: PriceLabelData | null;
  readonly facts?: VehicleFacts;
}

type StoredFacts = Omit<
  CardFacts,
  'id' | 'subcategoryId' | 'powerKw' | 'priceGross' | 'previousPrice' | 'features' | 'publishedAt'
>;

export interface VehicleFacts extends StoredFacts {
  readonly powerHp: number | null;
  /** Slug of the subcategory, and its name in the language of the page. */
  readonly subcategory: string | null;
  readonly type: string | null;
  readonly features: readonly Feature[];
  /** Unix time of publication, in seconds. */
  readonly publishedS: number | null;
  /** Days since it was listed. */
  readonly ageDays: number | null;
}
