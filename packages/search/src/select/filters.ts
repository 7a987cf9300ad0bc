import { andInto, orInto, setBit, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { circleFilter } from './circle.ts';
import { knownWord } from './known-words.ts';
import { planOwnWord } from './text-plan.ts';
import { rateOf, toBase } from '../store/currency.ts';
import { FIELD, NUMBER, type Field, type NumberField, type NumberContext } from '../store/fields.ts';
import { modelKey, placeKey } from '@fifthwheel/text/fold';
import { Distances } from './geo.ts';
import type { StringTable } from '../store/string-table.ts';
import { addRange, type NumberOrder } from '../store/number-order.ts';
import { addFeatures, addValues, OrdinalSet, type Filter } from './scan.ts';
import {
  DIMENSION_OF_FACET,
  type Dimension,
  type FacetName,
  isNumberDimension,
  type NumberDimension,
  DIMENSIONS_WITHOUT_FACET,
  type PartFacet,
  type UniformFacet,
  UNIFORM_FACETS,
  keysOfValues,
} from '../dimensions.ts';
import {
  type Condition,
  type ExchangeRates,
  isOwnValueField,
  type NamedWords,
  type NumberRange,
  type RangeCondition,
  type SearchQuery,
  type ValueCondition,
} from '../types.ts';
import { NO_VALUE } from '../store/dictionary.ts';

/** Conditions by the facet whose parameters they come from; 'rest' has the others. */
export type FilterGroups = Map<FacetName | 'rest', Filter[]>;

type OwnFacet = Exclude<FacetName, UniformFacet | PartFacet | 'features'>;

const ALL = 0xffffffff;
export interface FilterContext {
  catalogue: Catalogue;
  ids: StringTable;
  exchange: ExchangeRates;
  numbers: NumberContext;
  /** Distances from the center of the query; null without one. */
  distances: Distances | null;
}

/**
 * Returns a filter for the parsed meaning of the names in a query; null without names. Evaluates it once per
 * block.
 */
export function readFilter({ named }: SearchQuery, context: FilterContext): Filter | null {
  return named === undefined ? null : cachedPerBlock(new FilterMaker({}, context).condition(named.parsed));
}

export const parsedOrLiteral = ({ parsed, literal }: NamedWords): Condition =>
  literal === null ? parsed : { any: [parsed, literal] };

export function filterGroups(query: SearchQuery, context: FilterContext, read: Filter | null): FilterGroups {
  const maker = new FilterMaker(query, context);
  const ownFilters: Record<OwnFacet, (Filter | null)[]> = {
    categories: [maker.categories(query.categories), maker.values(FIELD.subcategory, query.subcategories)],
    brands: [maker.values(FIELD.brand, query.brands), maker.values(FIELD.model, query.models?.map(modelKey))],
    price_ranges: [maker.prices(query)],
    years: [maker.range(NUMBER.year, query.minYear, query.maxYear)],
    mileage_ranges: [maker.range(NUMBER.mileage, query.minMileage, query.maxMileage)],
    locations: [
      maker.values(FIELD.country, query.countries),
      maker.values(FIELD.region, query.regions?.map(placeKey)),
      maker.values(FIELD.city, query.cities?.map(placeKey)),
    ],
  };
  const rest = [
    maker.values(FIELD.seller, query.sellerId === undefined ? undefined : [query.sellerId]),
    maker.listings(query.ids),
    ...maker.features(query.features),
    ...DIMENSIONS_WITHOUT_FACET.map((name) => maker.dimension(name)),
    maker.circle(),
    ...(query.meant ?? []).map((condition) => maker.condition(condition)),
    maker.named(query.named, read),
  ];
  const groups: [FacetName | 'rest', (Filter | null)[]][] = [
    ...(Object.entries(ownFilters) as [OwnFacet, (Filter | null)[]][]),
    ...UNIFORM_FACETS.map((name): [FacetName, (Filter | null)[]] => [
      name,
      [maker.dimension(DIMENSION_OF_FACET[name])],
    ]),
    ['rest', rest],
  ];
  return new Map(groups.map(([name, filters]) => [name, filters.filter((filter) => filter !== null)]));
}

/** Returns the filter that narrows a facet to the parts of a selection; null without a selection. */
export function partFilter(facet: PartFacet, query: SearchQuery, context: FilterContext): Filter | null {
  const maker = new FilterMaker(query, context);
  return facet === 'models'
    ? maker.values(FIELD.brand, query.brands)
    : maker.values(FIELD.category, query.subcategoriesOf);
}

class FilterMaker {
  readonly #query: SearchQuery;
  readonly #catalogue: Catalogue;
  readonly #ids: StringTable;
  readonly #exchange: ExchangeRates;
  readonly #numbers: NumberContext;
  readonly #distances: Distances | null;

  constructor(query: SearchQuery, { catalogue, ids, exchange, numbers, distances }: FilterContext) {
    this.#query = query;
    this.#catalogue = catalogue;
    this.#ids = ids;
    this.#exchange = exchange;
    this.#numbers = numbers;
    this.#distances = distances;
  }

  values(field: Field, values: readonly string[] | undefined): Filter | null {
    if (!values?.length) return null;
    const wanted = new OrdinalSet(this.#catalogue.field(field).findAll(values));
    return (block, bits) => addValues(block, field, wanted, bits);
  }

  /** Accepts slugs of either level. */
  categories(slugs: readonly string[] | undefined): Filter | null {
    const tops = this.values(FIELD.category, slugs);
    const subs = this.values(FIELD.subcategory, slugs);
    if (tops === null || subs === null) return null;
    return (block, bits) => {
      tops(block, bits);
      subs(block, bits);
    };
  }

  listings(ids: readonly string[] | undefined): Filter | null {
    if (ids === undefined) return null;
    const wanted = new Set(ids.map((id) => this.#ids.find(id)));
    return (block, bits) => {
      for (let slot = 0; slot < block.count; slot++)
        if (wanted.has(block.ids[slot] as number)) setBit(bits, slot);
    };
  }

  features(codes: readonly string[] = []): Filter[] {
    return codes.map((code) => {
      const wanted = new OrdinalSet(this.#catalogue.features.findAll([code]));
      return (block, bits) => addFeatures(block, wanted, bits);
    });
  }

  dimension(name: Dimension): Filter | null {
    if (isNumberDimension(name)) {
      const range = this.#query.ranges?.[name];
      return range === undefined ? null : this.numbers(name, range);
    }
    const values = this.#query.values?.[name];
    return values?.length ? this.values(FIELD[name], keysOfValues(name, values)) : null;
  }

  /** Selects the values of a dimension within a range; there are few distinct numbers. */
  numbers(name: NumberDimension, { min = -Infinity, max = Infinity }: NumberRange): Filter {
    const dictionary = this.#catalogue.field(FIELD[name]);
    const within: number[] = [];
    for (let ordinal = NO_VALUE + 1; ordinal < dictionary.size; ordinal++) {
      const number = Number(dictionary.value(ordinal));
      if (number >= min && number <= max) within.push(ordinal);
    }
    const wanted = new OrdinalSet(within);
    return (block, bits) => addValues(block, FIELD[name], wanted, bits);
  }

  condition(condition: Condition): Filter {
    if ('any' in condition)
      return anyOf(
        condition.any
          .map((part) => this.condition(part))
          .filter((filter) => filter !== matchNothing)
          .map(withOwnBits),
      );
    if ('all' in condition) return allOf(condition.all.map((part) => this.condition(part)));
    if ('not' in condition) return noneOf(this.condition(condition.not));
    if ('ownTerms' in condition) return allOf(condition.ownTerms.map((term) => this.#termInOwnWords(term)));
    if ('circle' in condition) {
      const { circle } = condition;
      return circleFilter(circle, circle.radiusKm, new Distances(circle));
    }
    return ('range' in condition ? this.#rangeOf(condition) : this.#valuesOf(condition)) ?? everything;
  }

  named(named: NamedWords | undefined, read: Filter | null): Filter | null {
    const ownWords = named?.literal ?? null;
    if (read === null || ownWords === null) return read;
    const saying = this.condition(ownWords);
    return saying === matchNothing ? read : anyOf([read, withOwnBits(saying)]);
  }

  /** Selects documents with the term in the text or in the names of their equipment. */
  #termInOwnWords(spelling: string): Filter {
    const { lexicon } = this.#catalogue;
    const term = lexicon.find(spelling);
    if (term < 0) return matchNothing;
    const plan = planOwnWord(spelling, term, this.#catalogue);
    return (block, bits) => {
      if (block.sealed !== null)
        return knownWord(block, block.sealed.postings, plan, this.#catalogue).addTo(bits);
      addFeatures(block, plan.all.features, bits);
      block.tail?.addTo(bits, term);
    };
  }

  #rangeOf(condition: RangeCondition): Filter | null {
    const { range, min, max, currency } = condition;
    if (range === 'price') return this.prices({ minPrice: min, maxPrice: max, currency });
    if (range === 'year' || range === 'mileage') return this.range(NUMBER[range], min, max);
    return this.numbers(range, condition);
  }

  #valuesOf({ field, values }: ValueCondition): Filter | null {
    if (field === 'category')
      return anyOf(
        [this.categories(values), this.values(FIELD.body, values)].filter((filter) => filter !== null),
      );
    if (field === 'feature') return anyOf(this.features(values));
    if (field === 'model') return this.values(FIELD.model, values.map(modelKey));
    if (field === 'region' || field === 'city') return this.values(FIELD[field], values.map(placeKey));
    if (isOwnValueField(field)) return this.values(FIELD[field], values);
    return this.values(FIELD[field], keysOfValues(field, values));
  }

  /** Converts bounds rather than prices; both are compared in base currency. */
  prices({
    minPrice,
    maxPrice,
    currency,
  }: Pick<SearchQuery, 'minPrice' | 'maxPrice' | 'currency'>): Filter | null {
    const rate = rateOf(this.#exchange, currency ?? this.#exchange.base);
    const inBase = (amount: number | undefined) => (amount === undefined ? undefined : toBase(amount, rate));
    // A currency without a rate cannot be compared.
    if (Number.isNaN(rate) && (minPrice ?? maxPrice) !== undefined) return matchNothing;
    return this.range(NUMBER.price, inBase(minPrice), inBase(maxPrice));
  }

  range(field: NumberField, min: number | undefined, max: number | undefined): Filter | null {
    if (min === undefined && max === undefined) return null;
    const context = this.#numbers;
    const [low, high] = [min ?? -Infinity, max ?? Infinity];
    return (block, bits) => {
      const order = currentOrder(block, field, context);
      if (order !== null) {
        addRange(bits, order, block.reader(field, context), low, high);
        return;
      }
      for (let slot = 0; slot < block.count; slot++) {
        const number = block.numberAt(field, context, slot);
        if (number >= low && number <= high) setBit(bits, slot);
      }
    };
  }

  circle(): Filter | null {
    const { geo } = this.#query;
    if (geo?.radiusKm === undefined || this.#distances === null) return null;
    return circleFilter(geo, geo.radiusKm, this.#distances);
  }
}

const everything: Filter = (_block, bits) => {
  bits.fill(ALL);
};

const matchNothing: Filter = () => undefined;

function cachedPerBlock(filter: Filter): Filter {
  const known = new Map<Block, Bits>();
  return (block, bits) => {
    let cachedBits = known.get(block);
    if (cachedBits === undefined) {
      cachedBits = new Uint32Array(bits.length);
      filter(block, cachedBits);
      known.set(block, cachedBits);
    }
    orInto(bits, cachedBits);
  };
}

function anyOf(filters: readonly Filter[]): Filter {
  if (filters.length === 0) return matchNothing;
  return (block, bits) => {
    for (const filter of filters) filter(block, bits);
  };
}

/** Evaluates a filter in separate bits, because ranges require empty ones. */
function withOwnBits(filter: Filter): Filter {
  return (block, bits) => {
    const filterBits = new Uint32Array(bits.length);
    filter(block, filterBits);
    orInto(bits, filterBits);
  };
}

function allOf(filters: readonly Filter[]): Filter {
  if (filters.includes(matchNothing)) return matchNothing;
  const [first = everything, ...otherFilters] = filters.filter((filter) => filter !== everything);
  if (otherFilters.length === 0) return first;
  return (block, bits) => {
    const both = new Uint32Array(bits.length);
    first(block, both);
    const filterBits = new Uint32Array(bits.length);
    for (const filter of otherFilters) {
      filterBits.fill(0);
      filter(block, filterBits);
      andInto(both, filterBits);
    }
    orInto(bits, both);
  };
}

function noneOf(filter: Filter): Filter {
  return (block, bits) => {
    const filterBits = new Uint32Array(bits.length);
    filter(block, filterBits);
    for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | ~(filterBits[i] as number);
  };
}

/**
 * Returns the order of a number in a sealed block; null if numbers, rates or the ranking instant have changed since.
 */
export function currentOrder(block: Block, field: NumberField, context: NumberContext): NumberOrder | null {
  const { sealed } = block;
  if (sealed === null) return null;
  if (field === NUMBER.price && sealed.ratesVersion !== context.rates.version) return null;
  if (field === NUMBER.pricePosition && !sealed.positionsAreCurrent) return null;
  if (field === NUMBER.boost && sealed.rankedAtMs !== context.rankedAtMs) return null;
  return sealed.orders[field] ?? null;
}
