import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { type ComparedVehicle, compareFeatures, compareVehicles, type Reader } from './matrix.ts';
import type { ComparedRow, ComparisonRow } from './repository.ts';

export const ComparisonView = NamedObject('ComparisonSummary', {
  id: Type.String(),
  name: Type.String(),
  listingIds: Type.Array(Type.String()),
  shared: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const ComparedListing = NamedObject('ComparedListing', {
  id: Type.String(),
  title: Type.String(),
  slug: Nullable(Type.String()),
  thumbnail: Nullable(Type.String()),
  status: Type.String(),
  available: Type.Boolean({ description: 'false: no longer available; its column is empty.' }),
  price: Nullable(Type.Number({ description: 'In the currency of the listing.' })),
  currency: Nullable(Type.String()),
  vatDeductible: Nullable(Type.Boolean({ description: 'Whether the price is net; null if unknown' })),
  convertedPrice: Nullable(Type.Number({ description: 'In the currency of the comparison.' })),
});

const Cell = Type.Unsafe<unknown>({ description: 'null: not given, or not applicable to such vehicles.' });

const matrix = {
  currency: Type.String({ description: 'Currency of all amounts in the matrix.' }),
  listings: Type.Array(ComparedListing),
  attributes: Type.Array(
    NamedObject('ComparedAttribute', {
      field: Type.String(),
      label: Type.String(),
      group: Type.String(),
      unit: Nullable(Type.String()),
      values: Type.Array(Cell, { description: 'One for each listing, in their order.' }),
      names: Nullable(
        Type.Array(Nullable(Type.String()), {
          description: 'Names of the values in your language, if the values are slugs.',
        }),
      ),
      isDifferent: Type.Boolean(),
    }),
  ),
  features: Type.Array(
    NamedObject('ComparedFeature', {
      code: Type.String(),
      name: Type.String(),
      values: Type.Array(Nullable(Type.Boolean())),
      isDifferent: Type.Boolean(),
    }),
  ),
};

export const MatrixView = NamedObject('ComparisonMatrix', matrix);
export const ComparisonDetailView = NamedObject('Comparison', { ...ComparisonView.properties, ...matrix });
/** A shared comparison, without its owner. */
export const SharedComparisonView = NamedObject('SharedComparison', { name: Type.String(), ...matrix });

/** A listing that is no longer public for another reason than a sale shows only title and state. */
const AVAILABLE_STATES = new Set(['ACTIVE', 'SOLD', 'EXPIRED']);

export function comparisonView(row: ComparisonRow): Static<typeof ComparisonView> {
  return fromRow(ComparisonView, row, {
    listingIds: [...row.listing_ids],
    shared: row.share_version !== null,
  });
}

export function matrixView(
  rows: readonly ComparedRow[],
  currency: string,
  reader: Reader,
): Static<typeof MatrixView> {
  const vehicles = rows.map(vehicleOf);
  return {
    currency,
    listings: rows.map((row) => listingView(row, reader)),
    attributes: compareVehicles(vehicles, reader).map((attribute) => ({
      ...attribute,
      values: [...attribute.values],
      names: attribute.names === null ? null : [...attribute.names],
    })),
    features: compareFeatures(vehicles, reader).map((feature) => ({
      ...feature,
      values: [...feature.values],
    })),
  };
}

function isAvailable(row: ComparedRow): boolean {
  return row.status !== null && AVAILABLE_STATES.has(row.status);
}

function vehicleOf(row: ComparedRow): ComparedVehicle | null {
  if (!isAvailable(row) || row.class === null) return null;
  return { vehicleClass: row.class, currency: row.currency, columns: row };
}

function listingView(row: ComparedRow, reader: Reader): Static<typeof ComparedListing> {
  const available = isAvailable(row);
  const price = available ? row.price : null;
  const currency = available ? row.currency : null;
  return {
    id: row.compared_id,
    title: row.compared_title,
    slug: available ? row.slug : null,
    thumbnail: available ? row.thumbnail : null,
    status: row.status ?? 'DELETED',
    available,
    price,
    currency,
    vatDeductible: available ? row.vat_deductible : null,
    convertedPrice: price === null || currency === null ? null : reader.convert(price, currency),
  };
}
