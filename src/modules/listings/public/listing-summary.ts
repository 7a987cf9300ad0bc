import { type Static, Type } from 'typebox';
import { NamedObject, Nullable } from '../../../platform/http/schemas.ts';

const Named = NamedObject('Reference', { slug: Type.String(), name: Type.String() });

/** Specification "Listing (as seen in list and search responses)". */
export const summaryFields = {
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  price: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
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

/** What similar listings are searched by: slugs, and the price in its own currency. */
export interface SimilarSeed {
  readonly id: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly price: number | null;
  readonly currency: string | null;
}

/** Finds similar listings. Implemented by the search, which is built on this module. */
export interface SimilarListings {
  similar(seed: SimilarSeed, languages: readonly string[]): Promise<Buffer>;
}
