import { type Static, Type } from 'typebox';
import { Literals, NamedObject, Nullable } from '../../../platform/http/schemas.ts';

const Named = NamedObject('Reference', { slug: Type.String(), name: Type.String() });

/** Specification: "Listing (as seen in list and search responses)". */
export const summaryFields = {
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  price: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  vatDeductible: Nullable(Type.Boolean({ description: 'The price is net; null: not recorded' })),
  year: Nullable(Type.Integer()),
  mileage: Nullable(Type.Integer()),
  status: Type.String(),
  category: Named,
  brand: Nullable(Named),
  location: Type.Object({ country: Nullable(Type.String()), city: Nullable(Type.String()) }),
  thumbnail: Nullable(Type.String()),
  featured: Type.Boolean(),
  seller: Type.Object({ name: Type.String(), verified: Type.Boolean() }),
};

export const ListingSummary = NamedObject('ListingSummary', summaryFields);
export type ListingSummary = Static<typeof ListingSummary>;

/** Data to find similar listings: slugs, and the price in its currency. */
export interface SimilarSeed {
  readonly id: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly price: number | null;
  readonly currency: string | null;
}

/** Location of a vehicle, and its category, which affects the delivery cost. */
export interface DeliveryFrom {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly city: string | null;
  readonly country: string | null;
  /** Slug. */
  readonly category: string;
}

export const Delivery = NamedObject('Delivery', {
  city: Type.String({ description: 'Town to which the estimate applies' }),
  country: Type.String(),
  distance: Nullable(
    Type.Number({
      description: 'Straight-line distance in kilometers; null if the location of the vehicle is unknown',
    }),
  ),
  deliveryEstimate: Nullable(
    Type.Number({ description: 'In EUR, not an offer; null without a distance or without estimates' }),
  ),
});
export type Delivery = Static<typeof Delivery>;

/** Implemented by the discovery module, which can resolve places. */
export interface DeliveryEstimates {
  estimate(
    from: DeliveryFrom,
    to: { city: string; country?: string | undefined },
    languages: readonly string[],
  ): Promise<Delivery>;
}

/** Data to find similar vehicles. */
export interface PricedSeed extends SimilarSeed {
  readonly year: number | null;
  readonly mileage: number | null;
  readonly operatingHours: number | null;
  readonly powerHp: number | null;
  readonly driveType: string | null;
  readonly condition: string;
  readonly vatDeductible: boolean;
  readonly isLive: boolean;
}

const POSITIONS = ['lowest', 'low', 'usual', 'high', 'highest'] as const;
export type PricePositionName = (typeof POSITIONS)[number];

export const SimilarSearch = NamedObject('LikeSearch', {
  category: Type.Optional(Type.String()),
  subcategory: Type.Optional(Type.String()),
  brand: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  drive_type: Type.Optional(Type.String()),
  condition: Type.Optional(Type.String()),
  min_year: Type.Optional(Type.Integer()),
  max_year: Type.Optional(Type.Integer()),
  min_mileage: Type.Optional(Type.Integer()),
  max_mileage: Type.Optional(Type.Integer()),
  min_hours: Type.Optional(Type.Integer()),
  max_hours: Type.Optional(Type.Integer()),
  min_power: Type.Optional(Type.Integer()),
  max_power: Type.Optional(Type.Integer()),
  vat_deductible: Type.Optional(Type.Boolean()),
});
export type SimilarSearch = Static<typeof SimilarSearch>;

const Amount = (description: string) => Nullable(Type.Number({ description }));

export const PricePosition = NamedObject('PricePosition', {
  position: Nullable(
    Literals(POSITIONS, {
      description:
        'lowest and highest: below or above nine of ten similar vehicles; low and high: below or above three of four; null: there are too few',
    }),
  ),
  compared: Type.Integer({ description: 'Number of similar live listings, excluding this one' }),
  basis: Nullable(SimilarSearch),
  currency: Nullable(Type.String({ description: 'Currency of the amounts, which is that of the listing' })),
  low: Amount('A tenth of the similar vehicles cost less'),
  usualFrom: Amount('A quarter of the similar vehicles cost less'),
  median: Amount('Half of the similar vehicles cost less'),
  usualTo: Amount('A quarter of the similar vehicles cost more'),
  high: Amount('A tenth of the similar vehicles cost more'),
});
export type PricePosition = Static<typeof PricePosition>;

/** Finds similar listings. Implemented by the search, which depends on this module. */
export interface SimilarListings {
  similar(seed: SimilarSeed, languages: readonly string[]): Promise<Buffer>;
  pricePosition(seed: PricedSeed): Promise<Buffer>;
}
