import { valuesOfTradeName, stemmed, tradeNames, widestCategory } from '@fifthwheel/search';
import { NearestNames } from '@fifthwheel/text/nearest';
import { slugOf } from '../../platform/text/slug.ts';
import type { Brand, Category, Feature, TaxonomySnapshot } from './taxonomy.ts';

/** A top category and, if the name is that specific, a subcategory. */
export interface NamedCategory {
  readonly top: Category;
  readonly sub: Category | null;
}

/** Cached results, so that a column with one brand in ten thousand rows is looked up once. */
const MEMORY_MAX = 5000;
/** A longer text is not a name, and is not cached. */
const NAME_LENGTH_MAX = 100;
/** With more unknown features the client uses another list; each suggestion compares all names. */
const FEATURE_OFFERS_MAX = 10;

/**
 * Finds categories, brands and features by any name that people and feeds use: slugs, names in any language, singular
 * and plural, aliases, keys, and trade terms.
 */
export class Names {
  readonly #taxonomy: TaxonomySnapshot;
  readonly #memory = new Map<string, unknown>();
  readonly #nearest = new Map<string, NearestNames>();
  // Built on first use of each kind, because programs mostly send slugs and codes, which need none.
  #categories: CategoryNames | null = null;
  #brands: Map<string, Brand[]> | null = null;
  #features: Map<string, Feature> | null = null;

  constructor(taxonomy: TaxonomySnapshot) {
    this.#taxonomy = taxonomy;
  }

  category(text: string): NamedCategory | undefined {
    return this.#remember('c', text, () => {
      const parts = text.split(/[/>|:.]/).map((part) => part.trim());
      // "TruckOver7500 > BoxTruck": the last part is the most specific, the first names the tree.
      const last = this.#findCategory(parts.at(-1) ?? '') ?? this.#findCategory(text);
      const first = parts.length > 1 ? this.#findCategory(parts[0] ?? '') : undefined;
      const found = this.#within(first, parts.at(-1) ?? '') ?? last ?? first;
      return found === undefined ? undefined : this.#named(found);
    });
  }

  /** Finds a subcategory of a top category, where short names such as "Box" are unambiguous. */
  subcategory(text: string, top: Category | null): Category | undefined {
    return this.#remember(`s:${top?.id ?? ''}`, text, () => {
      const found = this.#within(top ?? undefined, text) ?? this.#findCategory(text);
      return found !== undefined && found.parentId !== null ? found : undefined;
    });
  }

  /** Possible meanings of an ambiguous name: "Koffer" is a body type of trucks, vans and trailers. */
  possibleCategories(text: string): readonly Category[] {
    return valuesOfTradeName('category', text.slice(0, NAME_LENGTH_MAX)).flatMap((slug) => {
      const category = this.#taxonomy.categoryBySlug(slug);
      return category?.active === true ? [category] : [];
    });
  }

  /** One maker's name can be another's nickname: a maker's own name wins, then the maker of this class. */
  brand(text: string, vehicleClass: string | null): Brand | undefined {
    return this.#remember(`b:${vehicleClass ?? ''}`, text, () => {
      const bySlug = this.#taxonomy.brandBySlug(text);
      if (bySlug !== undefined) return bySlug;
      this.#brands ??= brandsByName(this.#taxonomy.brands);
      const candidates = this.#brands.get(folded(text)) ?? [];
      const ofClass = candidates.filter((brand) => brand.classes.some((each) => each === vehicleClass));
      const pool = ofClass.length > 0 ? ofClass : candidates;
      return pool.find((brand) => folded(brand.name) === folded(text)) ?? pool[0];
    });
  }

  feature(text: string): Feature | undefined {
    return (
      this.#taxonomy.feature(text) ??
      this.#remember('f', text, () => {
        this.#features ??= featuresByName(this.#taxonomy.features);
        return this.#features.get(folded(text)) ?? this.#featureInTrade(text);
      })
    );
  }

  nearestBrand(text: string): string | null {
    return this.#near('brand', text, () => pairs(this.#taxonomy.brands, namesOfBrand, slugOfIt));
  }

  nearestCategory(text: string, top: Category | null = null): string | null {
    return this.#near(`category:${top?.id ?? ''}`, text, () => {
      const pool = top === null ? this.#taxonomy.categories : this.#taxonomy.childrenOf(top.id);
      return [...pairs(pool, namesOfCategory, slugOfIt), ...tradePairs(pool)];
    });
  }

  /**
   * Returns a function for the features of one listing: the most similar name of each, and null after the first few.
   */
  nearestFeatures(): (text: string) => string | null {
    let offers = 0;
    return (text) =>
      offers++ < FEATURE_OFFERS_MAX
        ? this.#near('feature', text, () =>
            pairs(this.#taxonomy.features, namesOfFeature, ({ code }) => code),
          )
        : null;
  }

  #findCategory(text: string): Category | undefined {
    const bySlug = this.#taxonomy.categoryBySlug(text);
    if (bySlug !== undefined) return bySlug;
    const { byName, byStem } = (this.#categories ??= categoriesByName(this.#taxonomy.categories));
    const found = byName.get(folded(text));
    if (found === 'ambiguous') return undefined;
    return found ?? this.#inTrade(text) ?? unlessAmbiguous(byStem.get(stemmed(text)));
  }

  /** Active ones only: a trade term must not bring back a removed category. */
  #inTrade(text: string): Category | undefined {
    const slug = widestCategory(this.possibleCategories(text).map((each) => each.slug));
    return slug === undefined ? undefined : this.#taxonomy.categoryBySlug(slug);
  }

  #within(top: Category | undefined, text: string): Category | undefined {
    if (top === undefined) return undefined;
    const root = top.parentId === null ? top : this.#taxonomy.category(top.parentId);
    const children = this.#taxonomy.childrenOf(root?.id ?? top.id);
    const key = folded(text);
    const exact = children.find((child) => namesOfCategory(child).some((name) => folded(name) === key));
    if (exact !== undefined) return exact;
    const possible = this.possibleCategories(text).filter(({ parentId }) => parentId === root?.id);
    const slug = widestCategory(possible.map((each) => each.slug));
    if (slug !== undefined) return this.#taxonomy.categoryBySlug(slug);
    const stem = stemmed(text);
    const alike = children.filter((child) => namesOfCategory(child).some((name) => stemmed(name) === stem));
    return alike.length === 1 ? alike[0] : undefined;
  }

  #named(found: Category): NamedCategory | undefined {
    if (found.parentId === null) return { top: found, sub: null };
    const top = this.#taxonomy.category(found.parentId);
    return top === undefined ? undefined : { top, sub: found };
  }

  #featureInTrade(text: string): Feature | undefined {
    const [code, ...others] = valuesOfTradeName('feature', text);
    return code === undefined || others.length > 0 ? undefined : this.#taxonomy.feature(code);
  }

  #near(kind: string, text: string, names: () => Iterable<readonly [string, string]>): string | null {
    return this.#remember(`n:${kind}`, text, () => {
      let index = this.#nearest.get(kind);
      if (index === undefined) this.#nearest.set(kind, (index = new NearestNames(names())));
      return index.find(text) ?? null;
    });
  }

  #remember<T>(kind: string, text: string, find: () => T): T {
    if (text.length > NAME_LENGTH_MAX) return find();
    const key = `${kind}:${text}`;
    if (this.#memory.has(key)) return this.#memory.get(key) as T;
    const found = find();
    if (this.#memory.size >= MEMORY_MAX) this.#memory.clear();
    this.#memory.set(key, found);
    return found;
  }
}

const ofSnapshot = new WeakMap<TaxonomySnapshot, Names>();

/** Names of a snapshot, built once. */
export function namesIn(taxonomy: TaxonomySnapshot): Names {
  let names = ofSnapshot.get(taxonomy);
  if (names === undefined) ofSnapshot.set(taxonomy, (names = new Names(taxonomy)));
  return names;
}

/** A name that two categories share means neither. */
interface CategoryNames {
  readonly byName: Map<string, Category | 'ambiguous'>;
  readonly byStem: Map<string, Category | 'ambiguous'>;
}

function categoriesByName(categories: readonly Category[]): CategoryNames {
  const known: CategoryNames = { byName: new Map(), byStem: new Map() };
  for (const category of categories) {
    for (const name of namesOfCategory(category)) {
      addUnique(known.byName, folded(name), category);
      addUnique(known.byStem, stemmed(name), category);
    }
  }
  return known;
}

function brandsByName(brands: readonly Brand[]): Map<string, Brand[]> {
  const known = new Map<string, Brand[]>();
  for (const brand of brands) for (const name of namesOfBrand(brand)) add(known, folded(name), brand);
  return known;
}

function featuresByName(features: readonly Feature[]): Map<string, Feature> {
  const known = new Map<string, Feature>();
  for (const feature of features)
    for (const name of namesOfFeature(feature))
      if (!known.has(folded(name))) known.set(folded(name), feature);
  return known;
}

function namesOfCategory(category: Category): string[] {
  return [category.slug, ...category.importKeys, ...category.aliases, ...Object.values(category.names)];
}

function namesOfBrand({ slug, name, aliases }: Brand): string[] {
  return [slug, name, ...aliases];
}

function namesOfFeature({ code, importKeys, names }: Feature): string[] {
  return [code, ...importKeys, ...Object.values(names)];
}

function slugOfIt({ slug }: { readonly slug: string }): string {
  return slug;
}

function pairs<T extends { readonly active: boolean }>(
  list: readonly T[],
  namesOf: (item: T) => readonly string[],
  slugOf: (item: T) => string,
): (readonly [string, string])[] {
  return list
    .filter((item) => item.active)
    .flatMap((item) => namesOf(item).map((name) => [name, slugOf(item)] as const));
}

/** Trade terms of categories; an ambiguous one means the widest, else the first. */
function tradePairs(categories: readonly Category[]): (readonly [string, string])[] {
  const offered = new Set(categories.filter(({ active }) => active).map(slugOfIt));
  return tradeNames('category').flatMap(({ name, values }) => {
    const possible = values.filter((slug) => offered.has(slug));
    const category = widestCategory(possible) ?? possible[0];
    return category === undefined ? [] : [[name, category] as const];
  });
}

/** Removes differences in case, accents, spaces and punctuation. */
export function folded(text: string): string {
  return slugOf(text.slice(0, NAME_LENGTH_MAX)).replaceAll('-', '');
}

function addUnique(map: Map<string, Category | 'ambiguous'>, key: string, category: Category): void {
  if (key === '') return;
  const present = map.get(key);
  map.set(key, present === undefined || present === category ? category : 'ambiguous');
}

function unlessAmbiguous(found: Category | 'ambiguous' | undefined): Category | undefined {
  return found === 'ambiguous' ? undefined : found;
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const present = map.get(key);
  if (present === undefined) map.set(key, [value]);
  else if (!present.includes(value)) present.push(value);
}
