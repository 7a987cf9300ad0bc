import { type Static, Type } from 'typebox';
import { NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { FavoriteRow } from './repository.ts';

export const FavoriteView = NamedObject('Favorite', {
  id: Type.String(),
  listing: Type.Object({
    id: Type.String(),
    title: Type.String(),
    slug: Nullable(Type.String()),
    price: Nullable(Type.Number()),
    currency: Nullable(Type.String()),
    vatDeductible: Nullable(Type.Boolean({ description: 'Whether the price is net; null if unknown' })),
    year: Nullable(Type.Integer()),
    mileage: Nullable(Type.Integer()),
    location: Type.Object({ country: Nullable(Type.String()), city: Nullable(Type.String()) }),
    thumbnail: Nullable(Type.String()),
    status: Type.String({ description: 'DELETED also if the listing no longer exists.' }),
  }),
  priceAtAdded: Nullable(Type.Number()),
  priceChange: Nullable(
    Type.Number({
      description:
        'Current price minus the price when it was added, in the currency of the listing. null if either is missing, if the currency has changed, or if one is net and the other gross.',
    }),
  ),
  note: Nullable(Type.String({ description: 'What you wrote about the vehicle. Only you can read it.' })),
  createdAt: Timestamp,
});
export type FavoriteView = Static<typeof FavoriteView>;

/** Live and sold listings show their figures; all others only title and state. */
const SHOWN_STATES = new Set(['ACTIVE', 'SOLD', 'EXPIRED']);

export function favoriteView(row: FavoriteRow): FavoriteView {
  const status = row.status ?? 'DELETED';
  const isShown = SHOWN_STATES.has(status);
  const price = isShown ? row.price : null;
  return {
    id: row.id,
    listing: {
      id: row.listing_id,
      title: row.title,
      slug: isShown ? row.slug : null,
      price,
      currency: isShown ? row.currency : null,
      vatDeductible: isShown ? row.vat_deductible : null,
      year: isShown ? row.year : null,
      mileage: isShown ? row.mileage : null,
      location: { country: isShown ? row.country : null, city: isShown ? row.city : null },
      thumbnail: isShown ? row.thumbnail : null,
      status,
    },
    priceAtAdded: row.price_at_added,
    priceChange:
      price === null || row.price_at_added === null || row.is_comparable !== true
        ? null
        : Math.round((price - row.price_at_added) * 100) / 100,
    note: row.note,
    createdAt: row.created_at.toISOString(),
  };
}
