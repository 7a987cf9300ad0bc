import { nearest } from '../../text/nearest.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { Brand, Category, Feature, TaxonomySnapshot } from '../taxonomy/index.ts';

/** A top category and, if the name is that specific, one below it. */
export interface NamedCategory {
  readonly top: Category;
  readonly sub: Category | null;
}

/** Cached results, so that a column with one brand in ten thousand rows is looked up once. */
const MEMORY_MAX = 5000;

/** Finds categories, brands and features by whatever feeds call them: slugs, names in any language, aliases, keys. */
export class Names {
  readonly #taxonomy: TaxonomySnapshot;
  readonly #categories = new Map<string, Category | 'ambiguous'>();
  readonly #brands = new Map<string, Brand[]>();
  readonly #features = new Map<string, Feature>();
  readonly #memory = new Map<string, unknown>();

  constructor(taxonomy: TaxonomySnapshot) {
    this.#taxonomy = taxonomy;
    for (const category of taxonomy.categories) {
      for (const name of namesOfCategory(category)) this.#addCategory(folded(name), category);
    }
    for (const brand of taxonomy.brands) {
      for (const name of [brand.slug, brand.name, ...brand.aliases]) add(this.#brands, folded(name), brand);
    }
    for (const feature of taxonomy.features) {
      for (const name of [feature.code, ...feature.importKeys, ...Object.values(feature.names)])
        if (!this.#features.has(folded(name))) this.#features.set(folded(name), feature);
    }
  }

  category(text: string): NamedCategory | undefined {
    return this.#remember(`c:${text}`, () => {
      const parts = text.split(/[/>|:.]/).map((part) => part.trim());
      // "TruckOver7500 > BoxTruck": the last part is the most specific, the first names the tree.
      const last = this.#findCategory(parts.at(-1) ?? '') ?? this.#findCategory(text);
      const first = parts.length > 1 ? this.#findCategory(parts[0] ?? '') : undefined;
      const found = this.#within(first, parts.at(-1) ?? '') ?? last ?? first;
      return found === undefined ? undefined : this.#named(found);
    });
  }

  /** Below a top category, where short names such as "Box" are unmistakable. */
  subcategory(text: string, top: Category | null): Category | undefined {
    return this.#remember(`s:${top?.id ?? ''}:${text}`, () => {
      const found = this.#within(top ?? undefined, text) ?? this.#findCategory(text);
      return found !== undefined && found.parentId !== null ? found : undefined;
    });
  }

  /** One maker's name may be another's nickname: a maker's own name wins, then the one that makes this class. */
  brand(text: string, vehicleClass: string | null): Brand | undefined {
    return this.#remember(`b:${vehicleClass ?? ''}:${text}`, () => {
      const bySlug = this.#taxonomy.brandBySlug(text);
      if (bySlug !== undefined) return bySlug;
      const candidates = this.#brands.get(folded(text)) ?? [];
      const ofClass = candidates.filter((brand) => brand.classes.some((each) => each === vehicleClass));
      const pool = ofClass.length > 0 ? ofClass : candidates;
      return pool.find((brand) => folded(brand.name) === folded(text)) ?? pool[0];
    });
  }

  feature(text: string): Feature | undefined {
    return (
      this.#taxonomy.feature(text) ?? this.#remember(`f:${text}`, () => this.#features.get(folded(text)))
    );
  }

  nearestBrand(text: string): string | null {
    return (
      nearest(
        text,
        this.#taxonomy.brands.filter((brand) => brand.active).map((brand) => brand.slug),
      ) ?? null
    );
  }

  nearestCategory(text: string, top: Category | null = null): string | null {
    const pool = top === null ? this.#taxonomy.categories : this.#taxonomy.childrenOf(top.id);
    return (
      nearest(
        text,
        pool.filter((each) => each.active).map((each) => each.slug),
      ) ?? null
    );
  }

  nearestFeature(text: string): string | null {
    return (
      nearest(
        text,
        this.#taxonomy.features.map((feature) => feature.code),
      ) ?? null
    );
  }

  #findCategory(text: string): Category | undefined {
    const bySlug = this.#taxonomy.categoryBySlug(text);
    if (bySlug !== undefined) return bySlug;
    const found = this.#categories.get(folded(text));
    return found === 'ambiguous' ? undefined : found;
  }

  #within(top: Category | undefined, text: string): Category | undefined {
    if (top === undefined) return undefined;
    const root = top.parentId === null ? top : this.#taxonomy.category(top.parentId);
    const key = folded(text);
    return this.#taxonomy
      .childrenOf(root?.id ?? top.id)
      .find((child) => namesOfCategory(child).some((name) => folded(name) === key));
  }

  #named(found: Category): NamedCategory | undefined {
    if (found.parentId === null) return { top: found, sub: null };
    const top = this.#taxonomy.category(found.parentId);
    return top === undefined ? undefined : { top, sub: found };
  }

  /** Keys and slugs are unique; a name shared by two categories means neither. */
  #addCategory(key: string, category: Category): void {
    if (key === '') return;
    const present = this.#categories.get(key);
    if (present === undefined || present === category) this.#categories.set(key, category);
    else this.#categories.set(key, 'ambiguous');
  }

  #remember<T>(key: string, find: () => T): T {
    if (this.#memory.has(key)) return this.#memory.get(key) as T;
    const found = find();
    if (this.#memory.size >= MEMORY_MAX) this.#memory.clear();
    this.#memory.set(key, found);
    return found;
  }
}

function namesOfCategory(category: Category): string[] {
  return [category.slug, ...category.importKeys, ...category.aliases, ...Object.values(category.names)];
}

/** Case, accents, spaces and punctuation make no difference. */
export function folded(text: string): string {
  return slugOf(text.slice(0, 100)).replaceAll('-', '');
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const present = map.get(key);
  if (present === undefined) map.set(key, [value]);
  else if (!present.includes(value)) present.push(value);
}
