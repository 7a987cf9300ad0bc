import type { Module, Platform } from '../../platform/module.ts';
import { BrandAdminService } from './admin/brands.ts';
import { CategoryAdminService } from './admin/categories.ts';
import { FeatureAdminService } from './admin/features.ts';
import { mergeJob } from './admin/merge.ts';
import { moveJob } from './admin/move.ts';
import { taxonomyAdminRoutes } from './admin/routes.ts';
import { type TaxonomyRouteParts, taxonomyRoutes } from './routes.ts';
import { Taxonomy } from './taxonomy.ts';

export { type Brand, type Category, type Feature, nameIn, Taxonomy, TaxonomySnapshot } from './taxonomy.ts';
export { folded, type NamedCategory, Names, namesIn } from './names.ts';
export { writeTaxonomyNames } from './taxonomy.repository.ts';
export type { NamedSubject } from './reindex.repository.ts';
export { seedTaxonomy } from './seed-database.repository.ts';
export type { VehicleClass } from './seed/vehicle-class.ts';
export type { AttributeView, BrandView, CategoryView, LiveCounts } from './views.ts';

/**
 * The data is created first, because other modules need it; its endpoints come later, because they need counts and
 * fields from those modules.
 */
export function createTaxonomy(platform: Platform): {
  taxonomy: Taxonomy;
  module: (parts: Omit<TaxonomyRouteParts, 'taxonomy'>) => Module;
} {
  const taxonomy = new Taxonomy(platform);
  platform.metrics.gauge(
    'taxonomy_unusable_names',
    'Names of categories and features that are no texts and are left out',
    () => taxonomy.unusable.length,
    { aggregator: 'max' },
  );
  const merge = mergeJob({ platform, taxonomy });
  const move = moveJob(platform.db, platform.clock);
  const adminParts = { platform, taxonomy, merge, move };
  return {
    taxonomy,
    module: (parts) => ({
      name: 'taxonomy',
      routes: [
        ...taxonomyRoutes({ ...parts, taxonomy }),
        ...taxonomyAdminRoutes({
          taxonomy,
          counts: parts.counts,
          categories: new CategoryAdminService({ ...adminParts, attributesOf: parts.attributesOf }),
          brands: new BrandAdminService(adminParts),
          features: new FeatureAdminService(adminParts),
        }),
      ],
      jobs: [merge, move, taxonomy.reindexing.job],
      start: () => taxonomy.start(),
      status: () => ({ unusable_names: taxonomy.unusable.length }),
    }),
  };
}
