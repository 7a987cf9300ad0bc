import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import { NotifiedCopy } from '../../platform/db/notified-copy.ts';
import type { Logger } from '../../platform/log.ts';
import { Reindexing, type ReindexingParts } from './reindex.ts';
import type { VehicleClass } from './seed/vehicle-class.ts';
import './tables.ts';
import { readTaxonomy, readTaxonomyVersion, TAXONOMY_CHANNEL } from './taxonomy.repository.ts';

export interface Category {
  readonly id: string;
  readonly slug: string;
  readonly parentId: string | null;
  readonly vehicleClass: VehicleClass;
  readonly names: Readonly<Record<string, string>>;
  readonly aliases: readonly string[];
  readonly importKeys: readonly string[];
  /** Names of attributes; those of a top category apply to all below it. */
  readonly hiddenAttributes: readonly string[];
  readonly requiredAttributes: readonly string[];
  readonly active: boolean;
  readonly position: number;
}

export interface Brand {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly logo: string | null;
  readonly classes: readonly VehicleClass[];
  readonly aliases: readonly string[];
  readonly active: boolean;
  readonly models: readonly string[];
}

export interface Feature {
  readonly code: string;
  readonly group: string;
  readonly names: Readonly<Record<string, string>>;
  readonly classes: readonly VehicleClass[];
  readonly importKeys: readonly string[];
  readonly active: boolean;
}

/** Categories, brands and features at one moment, with lookups by ID and by current or former slug. */
export class TaxonomySnapshot {
  readonly categories: readonly Category[];
  readonly brands: readonly Brand[];
  readonly features: readonly Feature[];
  readonly #categoryById: ReadonlyMap<string, Category>;
  readonly #categoryBySlug: ReadonlyMap<string, Category>;
  readonly #brandById: ReadonlyMap<string, Brand>;
  readonly #brandBySlug: ReadonlyMap<string, Brand>;
  readonly #featureByCode: ReadonlyMap<string, Feature>;
  /** IDs of merge targets by ID of the source. */
  readonly #merged: ReadonlyMap<string, string>;
  readonly #formerSlugs = new Map<string, string[]>();

  constructor(parts: {
    categories: readonly Category[];
    brands: readonly Brand[];
    features: readonly Feature[];
    redirects: readonly { kind: 'category' | 'brand'; oldSlug: string; targetId: string }[];
    merged?: ReadonlyMap<string, string>;
  }) {
    this.#merged = parts.merged ?? new Map();
    this.categories = parts.categories;
    this.brands = parts.brands;
    this.features = parts.features;
    this.#categoryById = new Map(parts.categories.map((category) => [category.id, category]));
    this.#brandById = new Map(parts.brands.map((brand) => [brand.id, brand]));
    this.#featureByCode = new Map(parts.features.map((feature) => [feature.code, feature]));
    const categoryBySlug = new Map<string, Category>();
    const brandBySlug = new Map<string, Brand>();
    for (const { kind, oldSlug, targetId } of parts.redirects) {
      const category = kind === 'category' ? this.#categoryById.get(targetId) : undefined;
      const brand = kind === 'brand' ? this.#brandById.get(targetId) : undefined;
      if (category !== undefined) categoryBySlug.set(oldSlug, category);
      if (brand !== undefined) brandBySlug.set(oldSlug, brand);
      this.#formerSlugs.set(targetId, [...(this.#formerSlugs.get(targetId) ?? []), oldSlug]);
    }
    for (const category of parts.categories) categoryBySlug.set(category.slug, category);
    for (const brand of parts.brands) brandBySlug.set(brand.slug, brand);
    this.#categoryBySlug = categoryBySlug;
    this.#brandBySlug = brandBySlug;
  }

  category(id: string): Category | undefined {
    return this.#categoryById.get(id);
  }

  categoryBySlug(slug: string): Category | undefined {
    return this.#categoryBySlug.get(slug);
  }

  childrenOf(id: string): readonly Category[] {
    return this.categories.filter((category) => category.parentId === id);
  }

  brand(id: string): Brand | undefined {
    return this.#brandById.get(id);
  }

  brandBySlug(slug: string): Brand | undefined {
    return this.#brandBySlug.get(slug);
  }

  /** The category that displays listings of this one: after a merge, the target, even while they are moved. */
  shownCategory(id: string): Category | undefined {
    return this.category(this.#merged.get(id) ?? id);
  }

  shownBrand(id: string): Brand | undefined {
    return this.brand(this.#merged.get(id) ?? id);
  }

  /** Slugs that a search index may still contain, the current one first, because a rename reaches the index with a delay. */
  categorySlugs(slug: string): readonly string[] {
    return this.#slugsOf(this.categoryBySlug(slug), slug);
  }

  brandSlugs(slug: string): readonly string[] {
    return this.#slugsOf(this.brandBySlug(slug), slug);
  }

  #slugsOf(found: Category | Brand | undefined, slug: string): readonly string[] {
    if (found === undefined) return [slug];
    const former = this.#formerSlugs.get(found.id) ?? [];
    return [found.slug, ...former.filter((other) => other !== found.slug)];
  }

  feature(code: string): Feature | undefined {
    return this.#featureByCode.get(code);
  }
}

/** Result of one read of the database. */
interface TaxonomyCopy {
  readonly version: number;
  readonly snapshot: TaxonomySnapshot;
  readonly unusable: readonly string[];
}

/** Copy of the taxonomy in memory. */
export class Taxonomy {
  readonly reindexing: Reindexing;
  readonly #db: Database;
  readonly #log: Logger;
  readonly #copy: NotifiedCopy<TaxonomyCopy>;

  constructor(parts: ReindexingParts & { listener: PgListener; log: Logger }) {
    this.reindexing = new Reindexing(parts);
    this.#db = parts.db;
    this.#log = parts.log;
    this.#copy = new NotifiedCopy(parts, {
      channel: TAXONOMY_CHANNEL,
      initial: {
        version: 0,
        snapshot: new TaxonomySnapshot({ categories: [], brands: [], features: [], redirects: [] }),
        unusable: [],
      },
      read: () => this.#read(),
    });
  }

  get current(): TaxonomySnapshot {
    return this.#copy.current.snapshot;
  }

  /** Names in the database that are not text, such as `feature abs: names.en`; they are ignored. */
  get unusable(): readonly string[] {
    return this.#copy.current.unusable;
  }

  start(): Promise<void> {
    return this.#copy.start();
  }

  onChange(watcher: () => void): void {
    this.#copy.onChange(watcher);
  }

  /** Reloads the taxonomy if its version has risen. */
  async refresh(): Promise<void> {
    if ((await readTaxonomyVersion(this.#db)) !== this.#copy.current.version) await this.reload();
  }

  reload(): Promise<void> {
    return this.#copy.reload();
  }

  async #read(): Promise<TaxonomyCopy> {
    // The version is read before the rows, so that a concurrent change causes another read instead of being missed.
    const version = await readTaxonomyVersion(this.#db);
    const { categories, brands, models, features, redirects } = await readTaxonomy(this.#db);
    const modelsOf = new Map<string, string[]>();
    for (const model of models)
      modelsOf.set(model.brand_id, [...(modelsOf.get(model.brand_id) ?? []), model.name]);
    const unusable: string[] = [];
    const namesOf = (owner: string, names: unknown) => usableNames(owner, names, unusable);
    const snapshot = new TaxonomySnapshot({
      categories: categories.map((row) => ({
        id: row.id,
        slug: row.slug,
        parentId: row.parent_id,
        vehicleClass: row.class,
        names: namesOf(`category ${row.slug}`, row.names),
        aliases: row.aliases,
        importKeys: row.import_keys,
        hiddenAttributes: row.hidden_attributes,
        requiredAttributes: row.required_attributes,
        active: row.active,
        position: row.position,
      })),
      brands: brands.map((row) => ({
        id: row.id,
        slug: row.slug,
        name: row.name,
        logo: row.logo,
        classes: row.classes,
        aliases: row.aliases,
        active: row.active,
        models: modelsOf.get(row.id) ?? [],
      })),
      features: features.map((row) => ({
        code: row.code,
        group: row.feature_group,
        names: namesOf(`feature ${row.code}`, row.names),
        classes: row.classes,
        importKeys: row.import_keys,
        active: row.active,
      })),
      merged: new Map(
        [...categories, ...brands].flatMap(({ id, merged_into: into }) =>
          into === null ? [] : [[id, into]],
        ),
      ),
      redirects: redirects.map((row) => ({ kind: row.kind, oldSlug: row.old_slug, targetId: row.target_id })),
    });
    if (unusable.length > 0)
      this.#log.error({ names: unusable }, 'taxonomy names that are not strings are ignored');
    return { version, snapshot, unusable };
  }
}

/** The column can contain any JSON, and a search index with invalid names would not start. */
function usableNames(owner: string, names: unknown, unusable: string[]): Readonly<Record<string, string>> {
  if (typeof names !== 'object' || names === null) {
    unusable.push(`${owner}: names`);
    return {};
  }
  const usable = Object.entries(names).filter(([language, name]) => {
    if (typeof name !== 'string') unusable.push(`${owner}: names.${language}`);
    return typeof name === 'string';
  });
  return Object.fromEntries(usable) as Record<string, string>;
}

/** Returns the name in the first available language of `languages`, else in English. */
export function nameIn(names: Readonly<Record<string, string>>, languages: readonly string[]): string {
  for (const tag of languages) {
    const name = names[tag] ?? names[tag.split('-')[0] ?? ''];
    if (name !== undefined) return name;
  }
  return names['en'] ?? Object.values(names)[0] ?? '';
}
