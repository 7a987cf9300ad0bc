import {
  boostOf,
  brandCandidate,
  groupOfCode,
  distanceKm,
  equipmentTermsOf,
  groupsOf,
  modelCandidate,
  modelKey,
  NAME_WEIGHT,
  nameTermsOf,
  nearnessOf,
  placeKey,
  rarity,
  rounded,
  saturated,
  spellingFactor,
  termsOf,
  VALUE_FACTOR,
  valueWordsOf,
  type Group,
} from './meaning.ts';
import { DIMENSIONS, type Dimension, DIMENSION_OF_FACET, FACET_NAMES, facetRanges, isUniformFacet, MILEAGE_RANGES, type FacetName, VALUE_DIMENSIONS, type ValueDimension } from '@fifthwheel/search'; // prettier-ignore
import type { Condition, ValueField, ExchangeRates, SearchChange, SearchDocument, NumberRange, SearchFacets, SearchQuery, SearchResult, Suggestion } from '@fifthwheel/search'; // prettier-ignore

// Evaluates a search in the simplest way, as the reference for its result, without any optimization.

interface Entry {
  doc: SearchDocument;
  terms: Map<string, number>;
  names: Set<string>;
  equipment: Set<string>;
  values: Set<string>;
}
type Test = (entry: Entry) => boolean;

const ALL = Object.keys(DIMENSIONS) as Dimension[];
const facetOf = (name: Dimension): FacetName | null =>
  (DIMENSIONS[name] as { facet?: FacetName }).facet ?? null;
const MISSING = Number.NEGATIVE_INFINITY;
const PRICE_EDGES = [0, 5_000, 10_000, 20_000, 35_000, 50_000, 75_000, 100_000, 150_000, 250_000];
const oneOf = (
  list: readonly string[] | undefined,
  value: (doc: SearchDocument) => string | null | undefined,
): Test | null => {
  if (!list?.length) return null;
  const wanted = new Set(list);
  return ({ doc }) => wanted.has(value(doc) ?? '\u0000');
};
const both = (...tests: (Test | null)[]): Test => {
  const active = tests.filter((test) => test !== null);
  return (entry) => active.every((test) => test(entry));
};
const within = (
  min: number | undefined,
  max: number | undefined,
  value: (entry: Entry) => number | null,
): Test | null =>
  min === undefined && max === undefined
    ? null
    : (entry) => {
        const number = value(entry);
        return number !== null && number >= (min ?? -Infinity) && number <= (max ?? Infinity);
      };

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name);

/** Returns the form in which values of a field are compared. */
function comparable(field: ValueField, value: string): string {
  if (field === 'model') return modelKey(value);
  const isName =
    isOneOf(['city', 'region'], field) || (isDimension(field) && DIMENSIONS[field].kind !== 'code');
  return isName ? placeKey(value) : value;
}

const isDimension = (field: string): field is ValueDimension => isOneOf(VALUE_DIMENSIONS, field);

function valuesOf(field: ValueField, doc: SearchDocument): string[] {
  const found: Partial<Record<ValueField, readonly (string | null | undefined)[]>> = {
    category: [doc.category.slug, doc.subcategory?.slug, doc.body],
    brand: [doc.brand?.slug],
    feature: doc.features,
    seller: [doc.sellerId],
  };
  const record = doc as unknown as Record<string, string | null>;
  const values = found[field] ?? [isDimension(field) ? doc.values[field] : record[field]];
  return values.flatMap((value) => (value === null || value === undefined ? [] : [comparable(field, value)]));
}

function rangesOf(
  entries: readonly Entry[],
  numberOf: (doc: SearchDocument) => number | null | undefined,
  ends: readonly number[],
  range: NumberRange | undefined,
): { min: number; max: number | null; count: number }[] {
  const begins = [0, ...ends.map((end) => end + 1)];
  return begins
    .map((min, index) => {
      const next = begins[index + 1];
      const count = entries.filter(({ doc }) => {
        const number = numberOf(doc);
        return typeof number === 'number' && number >= min && number < (next ?? Infinity);
      }).length;
      return { min, max: next === undefined ? null : next - 1, count };
    })
    .filter(
      ({ min, max, count }) =>
        count > 0 || (range !== undefined && (range.min ?? 0) === min && (range.max ?? null) === max),
    );
}

export class Oracle {
  private readonly entries = new Map<string, Entry>();
  private exchange: ExchangeRates;
  private rankedAtMs: number;
  private generation = 0;

  constructor(options: { rates?: ExchangeRates; rankedAtMs?: number } = {}) {
    this.exchange = options.rates ?? { base: 'EUR', rates: {} };
    this.rankedAtMs = options.rankedAtMs ?? 0;
  }

  setRates(rates: ExchangeRates): void {
    this.exchange = rates;
    this.generation++;
  }

  // Sets the instant from which freshness is measured.
  setRankedAt(rankedAtMs: number): void {
    this.rankedAtMs = rankedAtMs;
    this.generation++;
  }

  apply(changes: readonly SearchChange[]): void {
    for (const change of changes) {
      if (change.kind === 'remove') this.entries.delete(change.id);
      else if (change.kind === 'put') this.entries.set(change.document.id, this.entryOf(change.document));
      else {
        const entry = this.entries.get(change.id);
        if (entry) entry.doc = { ...entry.doc, views: change.views };
      }
    }
    this.generation++;
  }

  private entryOf(doc: SearchDocument): Entry {
    return {
      doc,
      terms: termsOf(doc),
      names: nameTermsOf(doc),
      equipment: equipmentTermsOf(doc),
      values: valueWordsOf(doc),
    };
  }

  // Converts to base currency, rounded to millionths; null without a rate.
  private inBase(amount: number, currency: string): number | null {
    const rate = currency === this.exchange.base ? 1 : this.exchange.rates[currency];
    return rate === undefined ? null : Math.round((amount / rate) * 1e6) / 1e6;
  }

  private priceOf(entry: Entry): number | null {
    const { price, currency } = entry.doc;
    return price === null ? null : this.inBase(price, currency);
  }

  // Tests by the facet whose parameters they come from; 'rest' has all others.
  private testsOf(query: SearchQuery, groups: readonly Group[]): Map<FacetName | 'rest', Test> {
    const currency = query.currency ?? this.exchange.base;
    // A currency without a rate cannot be compared.
    const bound = (amount: number | undefined) =>
      amount === undefined ? undefined : (this.inBase(amount, currency) ?? Number.NaN);
    const { categories, features, geo, sellerId } = query;
    const inCircle: Test | null =
      geo?.radiusKm === undefined
        ? null
        : (entry) => (this.distance(query, entry) ?? Infinity) <= (geo.radiusKm ?? 0);
    const ofDimensions = (facet: FacetName | null) =>
      ALL.filter((name) => facetOf(name) === facet).map((name) => this.dimension(query, name));
    const ownTests: Partial<Record<FacetName, (Test | null)[]>> = {
      mileage_ranges: [within(query.minMileage, query.maxMileage, ({ doc }) => doc.mileage)],
      categories: [
        categories?.length ? ({ doc }) => categories.includes(doc.category.slug) || (doc.subcategory !== null && categories.includes(doc.subcategory.slug)) : null,
        oneOf(query.subcategories, (doc) => doc.subcategory?.slug),
      ],
      brands: [
        oneOf(query.brands, (doc) => doc.brand?.slug),
        oneOf(query.models?.map(modelKey), (doc) => doc.model === null ? null : modelKey(doc.model)),
      ],
      price_ranges: [within(bound(query.minPrice), bound(query.maxPrice), (entry) => this.priceOf(entry))],
      years: [within(query.minYear, query.maxYear, ({ doc }) => doc.year)],
      locations: [
        oneOf(query.countries, (doc) => doc.country),
        oneOf(query.regions?.map(placeKey), (doc) => doc.region === null ? null : placeKey(doc.region)),
        oneOf(query.cities?.map(placeKey), (doc) => doc.city === null ? null : placeKey(doc.city)),
      ],
    }; // prettier-ignore
    return new Map<FacetName | 'rest', Test>([
      ...FACET_NAMES.map((name): [FacetName, Test] => [name, both(...(ownTests[name] ?? []), ...ofDimensions(name))]),
      ['rest', both(
        ...ofDimensions(null),
        features?.length ? ({ doc }) => features.every((code) => doc.features.includes(code)) : null,
        query.ids === undefined ? null : ({ doc }) => query.ids?.includes(doc.id) === true,
        ...(query.meant ?? []).map((condition) => (entry: Entry) => this.holds(condition, entry)),
        (entry) => query.named === undefined || this.isNamed(query.named, entry),
        sellerId === undefined ? null : ({ doc }) => doc.sellerId === sellerId,
        inCircle,
        (entry) => groups.every((group) => this.groupScore(group, entry) > 0),
      )],
    ]); // prettier-ignore
  }

  private dimension(query: SearchQuery, name: Dimension): Test | null {
    if (isDimension(name)) {
      const values = query.values?.[name];
      return !values?.length ? null : (entry) => this.holds({ field: name, values }, entry);
    }
    const range = query.ranges?.[name];
    return range === undefined ? null : (entry) => this.holds({ range: name, ...range }, entry);
  }

  private isNamed({ parsed, literal }: NonNullable<SearchQuery['named']>, entry: Entry): boolean {
    return this.holds(parsed, entry) || (literal !== null && this.holds(literal, entry));
  }

  private holds(condition: Condition, entry: Entry): boolean {
    const { doc } = entry;
    if ('any' in condition) return condition.any.some((part) => this.holds(part, entry));
    if ('all' in condition) return condition.all.every((part) => this.holds(part, entry));
    if ('not' in condition) return !this.holds(condition.not, entry);
    if ('ownTerms' in condition)
      return condition.ownTerms.every((term) => entry.terms.has(term) || entry.equipment.has(term));
    if ('circle' in condition) {
      if (doc.lat === null || doc.lng === null) return false;
      return (
        distanceKm(condition.circle.lat, condition.circle.lng, doc.lat, doc.lng) <= condition.circle.radiusKm
      );
    }
    if ('range' in condition) {
      const { range, min, max, currency = this.exchange.base } = condition;
      const bound = (amount: number | undefined) =>
        amount === undefined || range !== 'price' ? amount : (this.inBase(amount, currency) ?? Number.NaN);
      const value =
        range === 'price'
          ? this.priceOf(entry)
          : range === 'year' || range === 'mileage'
            ? doc[range]
            : doc.numbers[range];
      if (
        min === undefined &&
        max === undefined &&
        (range === 'price' || range === 'year' || range === 'mileage')
      )
        return true;
      return (
        value !== null &&
        value !== undefined &&
        !(bound(min) !== undefined && !(value >= (bound(min) ?? 0))) &&
        !(bound(max) !== undefined && !(value <= (bound(max) ?? 0)))
      );
    }
    return condition.values.some(
      (wanted) =>
        valuesOf(condition.field, doc).includes(comparable(condition.field, wanted)) ||
        (condition.field === 'euroStandard' &&
          wanted === 'euro6' &&
          /^euro6[de]$/.test(doc.values.euroStandard ?? '')),
    );
  }

  private distance(query: SearchQuery, { doc }: Entry): number | null {
    if (!query.geo || doc.lat === null || doc.lng === null) return null;
    return distanceKm(query.geo.lat, query.geo.lng, doc.lat, doc.lng);
  }

  private groupScore(group: Group, entry: Entry): number {
    let best = 0;
    for (const term of new Set([...entry.terms.keys(), ...entry.names])) {
      const factor = spellingFactor(group, term);
      if (factor === 0) continue;
      const ownScore = saturated(entry.terms.get(term) ?? 0);
      best = Math.max(best, factor * Math.max(ownScore, entry.names.has(term) ? saturated(NAME_WEIGHT) : 0));
    }
    for (const { term, factor } of [{ term: group.text, factor: 1 }, ...group.variants]) {
      if (entry.values.has(term)) best = Math.max(best, factor * VALUE_FACTOR * saturated(NAME_WEIGHT));
    }
    return best;
  }

  private countMatches(group: Group): number {
    let count = 0;
    for (const entry of this.entries.values()) if (this.groupScore(group, entry) > 0) count++;
    return count;
  }

  private scoreOf(
    entry: Entry,
    groups: readonly Group[],
    frequencies: readonly number[],
    named: SearchQuery['named'],
  ): number {
    const share = named === undefined || this.holds(named.parsed, entry) ? 1 : 0.5;
    const boost = share * boostOf(entry.doc, this.rankedAtMs);
    if (groups.length === 0) return rounded(boost);
    let score = 0;
    groups.forEach((group, index) => (score += (frequencies[index] ?? 0) * this.groupScore(group, entry)));
    return rounded(score * boost);
  }

  search(query: SearchQuery): SearchResult {
    const text = query.text ?? '';
    const groups = [
      ...groupsOf(text, query.strictText ? null : (group) => this.countMatches(group), {
        isWhole: query.wholeWords === true,
      }),
      ...(query.codes ?? []).map(groupOfCode),
    ];
    const frequencies = groups.map((group) => rarity(this.countMatches(group), this.entries.size));
    const tests = this.testsOf(query, groups);
    const all = [...this.entries.values()];
    const passing = (leftOut: FacetName | null) =>
      all.filter((entry) => [...tests].every(([name, test]) => name === leftOut || test(entry)));
    const ofModels = both(oneOf(query.brands, (doc) => doc.brand?.slug));
    const ofSubcategories = both(oneOf(query.subcategoriesOf, (doc) => doc.category.slug));
    const countedBy = (name: FacetName) => {
      if (name === 'models') return passing('brands').filter(ofModels);
      if (name === 'subcategories') return passing('categories').filter(ofSubcategories);
      return passing(name);
    };
    const found = passing(null).map((entry) => ({
      entry,
      score: this.scoreOf(entry, groups, frequencies, query.named),
    }));
    const sign =
      (query.order ?? (query.sort === 'distance' || query.sort === 'price_position' ? 'asc' : 'desc')) ===
      'asc'
        ? -1
        : 1;
    const keyed = found.map((hit) => {
      const value = this.sortValue(query, hit.entry, hit.score);
      return { ...hit, key: value === null ? MISSING : sign * value };
    });
    keyed.sort((a, b) =>
      a.key === b.key ? (a.entry.doc.id < b.entry.doc.id ? -1 : 1) : b.key > a.key ? 1 : -1,
    );
    const offset = query.offset ?? 0;
    const hits = keyed.slice(offset, offset + (query.limit ?? 20)).map(({ entry, score }) => ({
      id: entry.doc.id,
      score,
      summary:
        typeof entry.doc.summary === 'string'
          ? new TextEncoder().encode(entry.doc.summary)
          : entry.doc.summary,
      distanceKm: this.distance(query, entry),
    }));
    const facets: SearchFacets = {};
    for (const name of new Set(query.facets)) this.addFacet(facets, name, query, countedBy(name));
    return { total: found.length, hits, facets, generation: this.generation };
  }

  private sortValue(query: SearchQuery, entry: Entry, score: number): number | null {
    switch (query.sort ?? 'relevance') {
      case 'relevance': return score;
      case 'price': return this.priceOf(entry);
      case 'year': return entry.doc.year;
      case 'mileage': return entry.doc.mileage;
      case 'created_at': return entry.doc.createdAtMs;
      case 'views': return entry.doc.views;
      case 'distance': return this.distance(query, entry);
      case 'price_position': return entry.doc.pricePosition ?? null;
    } // prettier-ignore
  }

  private addFacet(
    facets: SearchFacets,
    name: FacetName,
    query: SearchQuery,
    passing: readonly Entry[],
  ): void {
    const counted = (
      value: (entry: Entry) => string | null | undefined,
      selected: readonly string[] = [],
    ) => {
      const counts = new Map(selected.map((key) => [key, 0]));
      for (const entry of passing) {
        const key = value(entry);
        if (key !== null && key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const rows = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return rows.filter(([key], index) => index < 100 || selected.includes(key));
    };
    const named = (
      rows: [string, number][],
      name: (doc: SearchDocument) => { slug: string; name: string } | null,
    ) =>
      rows.map(([slug, count]) => {
        const known = [...this.entries.values()].findLast(({ doc }) => name(doc)?.slug === slug);
        return { slug, name: (known && name(known.doc)?.name) ?? slug, count };
      });
    if (isUniformFacet(name)) {
      Object.assign(facets, {
        [name]: this.dimensionRows(name, DIMENSION_OF_FACET[name], query, passing, counted),
      });
      return;
    }
    switch (name) {
      case 'categories': {
        const live = [...this.entries.values()];
        const isSub = (slug: string) => live.some(({ doc }) => doc.subcategory?.slug === slug) && !live.some(({ doc }) => doc.category.slug === slug);
        const selected = query.categories?.filter((slug) => !isSub(slug));
        facets.categories = named(counted(({ doc }) => doc.category.slug, selected), (doc) => doc.category);
        return;
      }
      case 'subcategories': {
        const live = [...this.entries.values()];
        const isSub = (slug: string) => live.some(({ doc }) => doc.subcategory?.slug === slug) && !live.some(({ doc }) => doc.category.slug === slug);
        const selected = [...(query.subcategories ?? []), ...(query.categories ?? []).filter(isSub)];
        facets.subcategories = named(counted(({ doc }) => doc.subcategory?.slug, selected), (doc) => doc.subcategory);
        return;
      }
      case 'models': {
        const rows = counted(({ doc }) => doc.brand === null || doc.model === null || modelKey(doc.model) === '' ? null : `${doc.brand.slug}\u001f${modelKey(doc.model)}`);
        // Any spelling that is in use can be shown.
        const spelled = new Map([...this.entries.values()].map(({ doc }) => [modelKey(doc.model ?? ''), doc.model ?? '']));
        facets.models = rows.map(([key, count]) => {
          const [brand = '', model = ''] = key.split('\u001f');
          return { value: spelled.get(model) ?? model, brand, count };
        });
        return;
      }
      case 'features': {
        const counts = new Map<string, number>();
        for (const { doc } of passing) for (const code of new Set(doc.features)) counts.set(code, (counts.get(code) ?? 0) + 1);
        const texts = new Map([...this.entries.values()].flatMap(({ doc }) => doc.features.map((code, at) => [code, doc.featureTexts[at]?.[0] ?? code] as const)));
        facets.features = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value, count]) => ({ value, name: texts.get(value) ?? value, count }));
        return;
      }
      case 'mileage_ranges': {
        const { minMileage: min, maxMileage: max } = query;
        facets.mileage_ranges = rangesOf(passing, (doc) => doc.mileage, MILEAGE_RANGES.ends, (min ?? max) === undefined ? undefined : { min, max });
        return;
      }
      case 'brands':
        facets.brands = named(counted(({ doc }) => doc.brand?.slug, query.brands), (doc) => doc.brand);
        return;
      case 'locations':
        facets.locations = counted(({ doc }) => doc.country, query.countries).map(([country, count]) => ({ country, count }));
        return;
      case 'years': {
        const selected = query.minYear !== undefined && query.minYear === query.maxYear ? [String(query.minYear)] : [];
        const rows = counted(({ doc }) => (doc.year === null ? null : String(doc.year)), selected);
        facets.years = rows.map(([year, count]) => ({ year: Number(year), count })).toSorted((a, b) => b.year - a.year);
        return;
      }
      case 'price_ranges': {
        const currency = query.currency ?? this.exchange.base;
        const edges = PRICE_EDGES.map((edge) => this.inBase(edge, currency) ?? Infinity);
        const prices = passing.map((entry) => this.priceOf(entry));
        facets.price_ranges = PRICE_EDGES.map((min, index) => {
          const max = PRICE_EDGES[index + 1] ?? null;
          const inRange = (price: number | null) =>
            price !== null && price >= (edges[index] ?? Infinity) && price < (edges[index + 1] ?? Infinity);
          return { min, max, count: prices.filter(inRange).length };
        }).filter(({ min, max, count }) => count > 0 || ((query.minPrice ?? 0) === min && (query.maxPrice ?? null) === max && (query.minPrice ?? query.maxPrice) !== undefined));
        return;
      }
    } // prettier-ignore
  }

  private dimensionRows(
    facet: string,
    name: Dimension,
    query: SearchQuery,
    passing: readonly Entry[],
    counted: (value: (entry: Entry) => string | null | undefined, selected?: readonly string[]) => [string, number][],
  ): readonly object[] {
    if (isDimension(name)) {
      const toDisplayed = (value: string) => (DIMENSIONS[name].kind === 'code' ? value : placeKey(value).replaceAll(' ', '_'));
      const value = ({ doc }: Entry) => doc.values[name];
      const rows = counted((entry) => { const had = value(entry); return had === null || had === undefined ? null : toDisplayed(had); }, query.values?.[name]?.map(toDisplayed));
      return rows.map(([had, count]) => ({ value: had, count }));
    }
    const ranges = facetRanges(name);
    if (ranges !== undefined) return rangesOf(passing, (doc) => doc.numbers[name], ranges.ends, query.ranges?.[name]);
    const range = query.ranges?.[name];
    const selected = range?.min !== undefined && range.min === range.max ? [String(range.min)] : [];
    const rows = counted(({ doc }) => doc.numbers[name]?.toString(), selected);
    return rows.map(([number, count]) => ({ [facet]: Number(number), count })).toSorted((a, b) => (a[facet] ?? 0) - (b[facet] ?? 0));
  } // prettier-ignore

  suggest(prefix: string, limit = 10): Suggestion[] {
    const brands = new Map<string, { slug: string; name: string; count: number }>();
    const models = new Map<string, { brand: string; value: string; count: number }>();
    for (const { doc } of this.entries.values()) {
      if (!doc.brand) continue;
      const brand = brands.get(doc.brand.slug) ?? { ...doc.brand, count: 0 };
      brands.set(doc.brand.slug, { ...brand, count: brand.count + 1 });
      if (doc.model === null || modelKey(doc.model) === '') continue;
      const key = `${doc.brand.slug}\n${modelKey(doc.model)}`;
      const model = models.get(key) ?? { brand: doc.brand.slug, value: doc.model, count: 0 };
      models.set(key, { ...model, count: model.count + 1 });
    }
    const candidates = [
      ...[...brands.values()].map((brand) => brandCandidate(brand, brand.count)),
      ...[...models.values()].map(({ brand, value, count }) =>
        modelCandidate(value, brands.get(brand) ?? { slug: brand, name: brand }, count),
      ),
    ];
    const near = candidates.flatMap((candidate) => {
      const nearness = nearnessOf(candidate, prefix);
      return nearness === null ? [] : [{ ...candidate, nearness }];
    });
    const isModel = ({ suggestion }: { suggestion: Suggestion }) => (suggestion.type === 'model' ? 1 : 0);
    near.sort(
      (a, b) =>
        a.nearness - b.nearness || b.count - a.count || isModel(a) - isModel(b) || (a.key < b.key ? -1 : 1),
    );
    return near.slice(0, limit).map(({ suggestion }) => suggestion);
  }

  stats(): { documents: number; generation: number } {
    return { documents: this.entries.size, generation: this.generation };
  }
}
