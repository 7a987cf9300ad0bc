import { setBit } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { circleFilter } from './circle.ts';
import { rateOf, toBase } from '../store/currency.ts';
import { withIncludedStandards } from '../words/value-words.ts';
import { FIELD, NUMBER, type Field, type NumberField, type NumberContext } from '../store/fields.ts';
import { modelKey, placeKey } from '../../text/fold.ts';
import type { Distances } from './geo.ts';
import { addRange, type NumberOrder } from '../store/number-order.ts';
import { addFeatures, addValues, OrdinalSet, type Filter } from './scan.ts';
import type { ExchangeRates, FacetName, SearchQuery } from '../types.ts';

/** Conditions by the facet whose own parameters they are; 'rest' holds those of none. */
export type FilterGroups = Map<FacetName | 'rest', Filter[]>;

export interface FilterContext {
  catalogue: Catalogue;
  exchange: ExchangeRates;
  numbers: NumberContext;
  /** From the centre of the query, where it has one. */
  distances: Distances | null;
}

export function filterGroups(query: SearchQuery, context: FilterContext): FilterGroups {
  const maker = new FilterMaker(query, context);
  const groups: [FacetName | 'rest', (Filter | null)[]][] = [
    ['categories', [maker.categories(), maker.values(FIELD.subcategory, query.subcategories)]],
    ['brands', [maker.values(FIELD.brand, query.brands), maker.values(FIELD.model, query.models?.map(modelKey))]],
    ['price_ranges', [maker.prices()]],
    ['years', [maker.range(NUMBER.year, query.minYear, query.maxYear)]],
    ['fuel_types', [maker.values(FIELD.fuelType, query.fuelTypes)]],
    ['transmissions', [maker.values(FIELD.transmission, query.transmissions)]],
    ['locations', [
      maker.values(FIELD.country, query.countries),
      maker.values(FIELD.region, query.regions?.map(placeKey)),
      maker.values(FIELD.city, query.cities?.map(placeKey)),
    ]],
    ['rest', [
      maker.values(FIELD.seller, query.sellerId === undefined ? undefined : [query.sellerId]),
      maker.values(FIELD.driveType, query.driveTypes),
      maker.values(FIELD.euroStandard, query.euroStandards && withIncludedStandards(query.euroStandards)),
      maker.values(FIELD.condition, query.conditions),
      maker.range(NUMBER.mileage, query.minMileage, query.maxMileage),
      ...maker.features(),
      maker.circle(),
    ]],
  ]; // prettier-ignore
  return new Map(groups.map(([name, filters]) => [name, filters.filter((filter) => filter !== null)]));
}

class FilterMaker {
  readonly #query: SearchQuery;
  readonly #catalogue: Catalogue;
  readonly #exchange: ExchangeRates;
  readonly #numbers: NumberContext;
  readonly #distances: Distances | null;

  constructor(query: SearchQuery, { catalogue, exchange, numbers, distances }: FilterContext) {
    this.#query = query;
    this.#catalogue = catalogue;
    this.#exchange = exchange;
    this.#numbers = numbers;
    this.#distances = distances;
  }

  values(field: Field, values: readonly string[] | undefined): Filter | null {
    if (!values?.length) return null;
    const wanted = new OrdinalSet(this.#catalogue.field(field).findAll(values));
    return (block, bits) => addValues(block, field, wanted, bits);
  }

  /** Slugs of either level. */
  categories(): Filter | null {
    const tops = this.values(FIELD.category, this.#query.categories);
    const subs = this.values(FIELD.subcategory, this.#query.categories);
    if (!tops || !subs) return null;
    return (block, bits) => {
      tops(block, bits);
      subs(block, bits);
    };
  }

  features(): Filter[] {
    return (this.#query.features ?? []).map((code) => {
      const wanted = new OrdinalSet(this.#catalogue.featuresOf(code));
      return (block, bits) => addFeatures(block, wanted, bits);
    });
  }

  /** Bounds are converted rather than prices; both are compared in base currency. */
  prices(): Filter | null {
    const rate = rateOf(this.#exchange, this.#query.currency ?? this.#exchange.base);
    const inBase = (amount: number | undefined) => (amount === undefined ? undefined : toBase(amount, rate));
    // Amounts in a currency without a rate compare with nothing.
    if (Number.isNaN(rate) && (this.#query.minPrice ?? this.#query.maxPrice) !== undefined)
      return () => undefined;
    return this.range(NUMBER.price, inBase(this.#query.minPrice), inBase(this.#query.maxPrice));
  }

  range(field: NumberField, min: number | undefined, max: number | undefined): Filter | null {
    if (min === undefined && max === undefined) return null;
    const context = this.#numbers;
    const [low, high] = [min ?? -Infinity, max ?? Infinity];
    return (block, bits) => {
      const order = currentOrder(block, field, context);
      if (order) {
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
    if (geo?.radiusKm === undefined || !this.#distances) return null;
    return circleFilter(geo, geo.radiusKm, this.#distances);
  }
}

/** The order of a number in a sealed block, unless rates or the ranking instant have overtaken it. */
export function currentOrder(block: Block, field: NumberField, context: NumberContext): NumberOrder | null {
  const { sealed } = block;
  if (!sealed) return null;
  if (field === NUMBER.price && sealed.ratesVersion !== context.rates.version) return null;
  if (field === NUMBER.boost && sealed.rankedAtMs !== context.rankedAtMs) return null;
  return sealed.orders[field] ?? null;
}
