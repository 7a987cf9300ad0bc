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
  /** Names of attributes; those of a top category hold for all below it. */
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

/** The categories, brands and features at one moment, with look-ups by id and by current or former slug. */
export class TaxonomySnapshot {
  readonly categories: readonly Category[];
  readonly brands: readonly Brand[];
  readonly features: readonly Feature[];
  readonly #categoryById: ReadonlyMap<string, Category>;
  readonly #categoryBySlug: ReadonlyMap<string, Category>;
  readonly #brandById: ReadonlyMap<string, Brand>;
  readonly #brandBySlug: ReadonlyMap<string, Brand>;
  readonly #featureByCode: ReadonlyMap<string, Feature>;
  /** By id of what is being merged: the id of what it becomes. */
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

  /** The category that listings of this one are shown in: after a merge, while they are moved, already the target. */
  shownCategory(id: string): Category | undefined {
    return this.category(this.#merged.get(id) ?? id);
  }

  shownBrand(id: string): Brand | undefined {
    return this.brand(this.#merged.get(id) ?? id);
  }

  /** The slugs under which a search index may still have it, the present one first: renaming takes a while to get there. */
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

/** What one read of the database has found. */
interface TaxonomyCopy {
  readonly version: number;
  readonly snapshot: TaxonomySnapshot;
  readonly unusable: readonly string[];
}

/** The taxonomy in a copy in memory. */
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

  /** Names in the database that are no texts, as `feature abs: names.en`; they are left out. */
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
    // The version is read before the rows, so a change in between causes another read instead of being missed.
    const version = await readTaxonomyVersion(this.#db);
    const { categories, brands, models, features, redirects } = await readTaxonomy(this.#db);
    const modelsOf = new Map<string, string[]>();
    for (const model of models)
      modelsOf.set(model.brand_id, [...(modelsOf.get(model.brand_id) ?? []), model.name]);
    const unusable: string[] = [];
    const namesOf = (of: string, names: unknown) => usableNames(of, names, unusable);
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
      this.#log.error({ names: unusable }, 'names of the taxonomy are not texts and are ignored');
    return { version, snapshot, unusable };
  }
}

/** The database can hold any JSON here, and a search index fed with it would not start. */
function usableNames(of: string, names: unknown, unusable: string[]): Readonly<Record<string, string>> {
  if (typeof names !== 'object' || names === null) {
    unusable.push(`${of}: names`);
    return {};
  }
  const usable = Object.entries(names).filter(([language, name]) => {
    if (typeof name !== 'string') unusable.push(`${of}: names.${language}`);
    return typeof name === 'string';
  });
  return Object.fromEntries(usable) as Record<string, string>;
}

/** The name in the first wanted language that it exists in, else in English. */
export function nameIn(names: Readonly<Record<string, string>>, languages: readonly string[]): string {
  for (const tag of languages) {
    const name = names[tag] ?? names[tag.split('-')[0] ?? ''];
    if (name !== undefined) return name;
  }
  return names['en'] ?? Object.values(names)[0] ?? '';
}
