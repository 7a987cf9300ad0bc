import { CODE_DIMENSIONS, type CodeDimension, keysOfValues } from '../dimensions.ts';
import { modelKey, placeKey } from '@fifthwheel/text/fold';
import type { SearchDocument, SearchQuery } from '../types.ts';

// Conditions of a query that list alternatives for one field of a document, the most selective first.

export interface ListField {
  name: string;
  read: (document: SearchDocument) => string | null | undefined;
  wanted: (query: SearchQuery) => readonly string[] | undefined;
}

const keyed = (value: string | null, key: (value: string) => string) => (value === null ? null : key(value));

export const LIST_FIELDS: readonly ListField[] = [
  {
    name: 'seller',
    read: (d) => d.sellerId,
    wanted: (q) => (q.sellerId === undefined ? undefined : [q.sellerId]),
  },
  { name: 'model', read: (d) => keyed(d.model, modelKey), wanted: (q) => q.models?.map(modelKey) },
  { name: 'city', read: (d) => keyed(d.city, placeKey), wanted: (q) => q.cities?.map(placeKey) },
  { name: 'subcategory', read: (d) => d.subcategory?.slug, wanted: (q) => q.subcategories },
  { name: 'brand', read: (d) => d.brand?.slug, wanted: (q) => q.brands },
  { name: 'region', read: (d) => keyed(d.region, placeKey), wanted: (q) => q.regions?.map(placeKey) },
  { name: 'country', read: (d) => d.country, wanted: (q) => q.countries },
  ...CODE_DIMENSIONS.map((name) => codeField(name)),
];

function codeField(name: CodeDimension): ListField {
  return {
    name,
    read: ({ values }) => values[name],
    wanted: ({ values }) => keysOfValues(name, values?.[name] ?? []),
  };
}
