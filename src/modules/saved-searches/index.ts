import type { AnyJobDefinition } from '../../platform/jobs/job.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalData } from '../auth/index.ts';
import type { Discovery } from '../discovery/index.ts';
import { listingPriceDropped, listingPublished } from '../listings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { Alerts } from './alerts.ts';
import { SavedSearchMatcher } from './matcher.ts';
import { savedSearchRoutes } from './routes.ts';
import { SavedSearches } from './service.ts';
import './tables.ts';

export interface SavedSearchDeps {
  readonly discovery: Discovery;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly personalData: PersonalData;
}

export function createSavedSearches(platform: Platform, deps: SavedSearchDeps): { module: Module } {
  const { search } = deps.discovery;
  const matcher = new SavedSearchMatcher({
    ...platform,
    settings: deps.settings,
    taxonomy: deps.taxonomy,
    toQuery: (query) => search.storedQuery(query),
  });
  const searches = new SavedSearches({ platform, search, matcher });
  const alerts = new Alerts({ platform, documents: deps.discovery, matcher });
  platform.events.afterMany(
    listingPublished,
    'saved-searches.match-published',
    ({ listing }) => listing.id,
    (listingIds) => alerts.match(listingIds, 'new_match'),
  );
  platform.events.afterMany(
    listingPriceDropped,
    'saved-searches.match-price-drop',
    (data) => data.listing_id,
    (listingIds) => alerts.match(listingIds, 'price_drop'),
  );
  deps.personalData.register(
    'savedSearches',
    (db, { userId }) =>
      db
        .selectFrom('saved_searches')
        .select(['id', 'name', 'query', 'alerts', 'alert_frequency', 'created_at'])
        .where('user_id', '=', userId)
        .execute(),
    async (trx, { userId }) => {
      await trx.deleteFrom('saved_searches').where('user_id', '=', userId).execute();
    },
  );
  return {
    module: {
      name: 'saved-searches',
      routes: savedSearchRoutes(searches),
      jobs: [alerts.sendJob as AnyJobDefinition],
      start: () => matcher.start(),
    },
  };
}
