import type { Module, Platform } from '../../platform/module.ts';
import type { Eraser, Exporter } from '../auth/index.ts';
import type { Settings } from '../settings/index.ts';
import { comparisonRoutes } from './routes.ts';
import { Comparisons } from './service.ts';
import './tables.ts';

export interface ComparisonsModule {
  readonly module: Module;
  readonly exportPersonalData: Exporter;
  readonly erasePersonalData: Eraser;
}

export function createComparisons(platform: Platform, deps: { settings: Settings }): ComparisonsModule {
  return {
    module: {
      name: 'comparisons',
      routes: comparisonRoutes(new Comparisons({ ...platform, ...deps })),
    },
    exportPersonalData: (db, { userId }) =>
      db
        .selectFrom('comparisons as c')
        .innerJoin('comparison_listings as l', 'l.comparison_id', 'c.id')
        .select([
          'c.id',
          'c.name',
          'l.listing_id as listingId',
          'l.title',
          'c.created_at as createdAt',
          'c.updated_at as updatedAt',
        ])
        .where('c.user_id', '=', userId)
        .orderBy('c.id')
        .orderBy('l.position')
        .execute(),
    erasePersonalData: async (trx, { userId }) => {
      await trx.deleteFrom('comparisons').where('user_id', '=', userId).execute();
    },
  };
}
