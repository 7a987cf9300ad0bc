import { NO_VALUE } from '../store/dictionary.ts';
import type { DocumentFacts, SavedConditions } from './conditions.ts';
import { LIST_FIELDS } from './list-fields.ts';
import type { ListedQuery } from './meets.ts';
import type { GeoCentre, SearchDocument } from '../types.ts';

// Computes the bucket keys of a saved query and of a document. A query is filed under its two most selective
// conditions together (a seller and a word, a brand and a category), once for each alternative. A document
// looks under every pair of its values. No match is missed, because a matching document has a value of each
// condition.

// A condition of a query, or a trait of a document: a dimension with its values.
interface Trait {
  dimension: number;
  values: readonly number[];
}

// Numbers of the dimensions, most selective first. The list fields from seller to country are between these.
const WORDS = 3;
const CELL = 8;
const CATEGORY = 9;
const LISTED = LIST_FIELDS.map(
  ({ name }) => ({ seller: 0, model: 1, city: 2, subcategory: 4, brand: 5, region: 6, country: 10 })[name],
);

// More alternatives in a list, or more pairs of two lists, would cost more storage than they save time.
const ALTERNATIVES_MAX = 12;
const PAIRS_MAX = 24;
// Size of a cell in degrees. A circle that covers many cells is no longer selective.
const CELL_DEGREES = 2;
const CELLS_MAX = 12;
const CELLS_ROUND = 360 / CELL_DEGREES;
const KM_PER_DEGREE = 111;
const POLAR_LATITUDE = 80;

const ANYWHERE = 'any';

export function keysOfQuery(query: ListedQuery, conditions: SavedConditions): string[] {
  const traits: Trait[] = [];
  const note = (dimension: number, values: readonly number[]) => {
    if (values.length > 0 && values.length <= ALTERNATIVES_MAX) traits.push({ dimension, values });
  };
  LIST_FIELDS.forEach(({ wanted }, field) => {
    const dimension = LISTED[field];
    if (dimension === undefined) return;
    const values = wanted(query) ?? [];
    note(dimension, [...new Set(values.map((value) => conditions.lists[field]?.add(value) ?? NO_VALUE))]);
  });
  // All words are required, so the longest one is enough to find the query.
  note(WORDS, conditions.wordGroups(query).slice(0, 1));
  const categories = query.categories?.length ? query.categories : (query.kinds ?? []);
  note(CATEGORY, [...new Set(categories.map((slug) => conditions.categories.add(slug)))]);
  if (query.geo?.radiusKm !== undefined) note(CELL, cellsOf(query.geo, query.geo.radiusKm));
  const [first, second] = traits.toSorted((a, b) => a.dimension - b.dimension);
  if (first === undefined) return [ANYWHERE];
  if (second === undefined || first.values.length * second.values.length > PAIRS_MAX) {
    return first.values.map((value) => `${first.dimension}:${value}`);
  }
  return first.values.flatMap((a) =>
    second.values.map((b) => pairKey(first.dimension, a, second.dimension, b)),
  );
}

export function keysOfDocument(facts: DocumentFacts, document: SearchDocument): string[] {
  const traits: Trait[] = [];
  LISTED.forEach((dimension, field) => {
    const value = facts.values[field] as number;
    if (dimension !== undefined && value !== NO_VALUE) traits.push({ dimension, values: [value] });
  });
  traits.push({ dimension: WORDS, values: facts.words });
  const levels = new Set(
    [facts.category, facts.subcategory, facts.body].filter((value) => value !== NO_VALUE),
  );
  traits.push({ dimension: CATEGORY, values: [...levels] });
  if (document.lat !== null && document.lng !== null) {
    traits.push({ dimension: CELL, values: [cellAt(document.lat, document.lng)] });
  }
  traits.sort((a, b) => a.dimension - b.dimension);
  const keys = [ANYWHERE];
  traits.forEach((trait, index) => {
    for (const value of trait.values) {
      keys.push(`${trait.dimension}:${value}`);
      for (const other of traits.slice(index + 1)) {
        for (const otherValue of other.values)
          keys.push(pairKey(trait.dimension, value, other.dimension, otherValue));
      }
    }
  });
  return keys;
}

function pairKey(dimensionA: number, a: number, dimensionB: number, b: number): string {
  return `${dimensionA}:${a} ${dimensionB}:${b}`;
}

function cellAt(lat: number, lng: number): number {
  const column = ((Math.floor(lng / CELL_DEGREES) % CELLS_ROUND) + CELLS_ROUND) % CELLS_ROUND;
  return Math.floor((lat + 90) / CELL_DEGREES) * CELLS_ROUND + column;
}

// Returns the cells that a circle touches, perhaps a few more; none if it is large or near a pole.
function cellsOf({ lat, lng }: GeoCentre, radiusKm: number): number[] {
  const latReach = radiusKm / KM_PER_DEGREE + 0.01;
  const farthest = Math.abs(lat) + latReach;
  if (farthest > POLAR_LATITUDE) return [];
  const lngReach = latReach / Math.cos((farthest * Math.PI) / 180) + 0.01;
  const cells = new Set<number>();
  for (
    let row = Math.floor((lat - latReach) / CELL_DEGREES);
    row <= Math.floor((lat + latReach) / CELL_DEGREES);
    row++
  ) {
    for (
      let column = Math.floor((lng - lngReach) / CELL_DEGREES);
      column <= Math.floor((lng + lngReach) / CELL_DEGREES);
      column++
    ) {
      cells.add(cellAt(row * CELL_DEGREES, column * CELL_DEGREES));
      if (cells.size > CELLS_MAX) return [];
    }
  }
  return [...cells];
}
