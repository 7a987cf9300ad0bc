import path from 'node:path';
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { prepareGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { SearchDocument } from '@fifthwheel/search';
import type { Settings } from '../settings/index.ts';
import type { LiveCounts, Taxonomy } from '../taxonomy/index.ts';
import { ClusterMarketIndex } from './cluster/cluster-market.ts';
import { rebuildIndex, type RebuiltIndex } from './cluster/cluster-rebuild.ts';
import { createLiveCounts } from './live-counts.ts';
import { toDocument } from './documents.ts';
import { findIndexedRows } from './documents.repository.ts';
import { Deliveries } from './deliveries.ts';
import { discoveryAdminRoutes } from './admin.routes.ts';
import { addClusterGauges, addMemoryGauges, clusterFigures, memoryFigures } from './figures.ts';
import type { MarketIndex } from './market-index.ts';
import { FOLLOWED_WRITE_MS } from './own-writes.ts';
import { SearchMisses } from './misses.ts';
import { purgeMisses } from './misses.repository.ts';
import { PricePositions } from './price-positions.ts';
import { discoveryRoutes } from './routes.ts';
import { purgeChangeLogs } from './change-log-purge.repository.ts';
import { SearchIndex } from './search-index.ts';
import { SearchService } from './search.service.ts';

export {
  CODE_DIMENSIONS,
  type CodeDimension,
  convert,
  type DimensionWith,
  DIMENSIONS,
  facetOf,
  type FacetName,
  FLAG_DIMENSIONS,
  NAME_DIMENSIONS,
  type NumberDimension,
  type SearchFacets,
} from '@fifthwheel/search';
export { coordinatesOf } from './coordinates.ts';
export { withCountryPrefix } from './postal-codes.repository.ts';
export { ListingListView } from './views.ts';
export type { PricePositions } from './price-positions.ts';
export type { SearchService } from './search.service.ts';
export type { StoredCounts } from './lookups.ts';

const MISSES_KEPT_MS = 30 * DAY_MS;
const MISSES_KEPT_MAX = 10_000;

export interface Discovery {
  readonly module: Module;
  readonly search: SearchService;
  readonly deliveries: Deliveries;
  readonly pricePositions: PricePositions;
  readonly liveCounts: () => Promise<LiveCounts>;
  /** Returns the search documents of those listings that are live. */
  documentsOf(listingIds: readonly string[]): Promise<SearchDocument[]>;
  /** Backfills a new index in the search cluster and switches the alias to it; null without a search cluster. */
  readonly rebuildIndex: ((onProgress: (listings: number) => void) => Promise<RebuiltIndex>) | null;
}

export function createDiscovery(
  platform: Platform,
  deps: { settings: Settings; taxonomy: Taxonomy },
): Discovery {
  const engine = createEngine(platform, deps);
  const { index } = engine;
  const misses = new SearchMisses(platform);
  const search = new SearchService({
    db: platform.db,
    misses,
    index,
    clock: platform.clock,
    log: platform.log,
    cachesResults: platform.config.searchCache,
    ...deps,
  });
  const pricePositions = new PricePositions({ db: platform.db, index, clock: platform.clock, ...deps });
  return {
    search,
    deliveries: new Deliveries({ db: platform.db, ...deps }),
    pricePositions,
    liveCounts: createLiveCounts(index, deps.taxonomy),
    async documentsOf(listingIds) {
      const rows = await findIndexedRows(platform.db, listingIds);
      return rows.map((row) => toDocument(row, deps.taxonomy.current));
    },
    rebuildIndex: engine.rebuild,
    module: {
      name: 'discovery',
      routes: [...discoveryRoutes(search), ...discoveryAdminRoutes(search)],
      jobs: [
        pricePositions.compareJob,
        {
          name: 'discovery.purge-misses',
          everyMs: HOUR_MS,
          run: () => purgeMisses(platform.db, addMs(platform.clock.now(), -MISSES_KEPT_MS), MISSES_KEPT_MAX),
        },
        {
          name: 'discovery.purge-change-log',
          everyMs: HOUR_MS,
          run: (_payload, { signal }) => purgeChangeLogs(platform, signal),
        },
      ],
      async start() {
        await prepareGazetteer();
        await index.start();
        await search.start();
        misses.start();
      },
      startWork: engine.startWork,
      stopWork: engine.stopWork,
      async followWrite() {
        await index.includeOwnWrites(FOLLOWED_WRITE_MS);
        await search.followTaxonomy(FOLLOWED_WRITE_MS);
      },
      async settle() {
        await index.catchUp();
        await search.settle();
      },
      async stop() {
        await misses.stop();
        await index.stop();
      },
      notReady: () => index.notReady(),
      status: engine.figures,
    },
  };
}

interface Engine {
  readonly index: MarketIndex;
  readonly figures: () => Promise<Readonly<Record<string, unknown>>>;
  readonly startWork: () => Promise<void>;
  readonly stopWork: () => Promise<void>;
  readonly rebuild: Discovery['rebuildIndex'];
}

/** Creates the in-memory engine, unless a search cluster is configured. */
function createEngine(platform: Platform, deps: { settings: Settings; taxonomy: Taxonomy }): Engine {
  const { config, clock } = platform;
  if (config.openSearch === null) {
    const directory = path.join(config.dataDir, 'search');
    const index = new SearchIndex({ ...platform, ...deps, directory });
    addMemoryGauges(platform, index);
    const noWork = (): Promise<void> => Promise.resolve();
    return {
      index,
      figures: () => Promise.resolve(memoryFigures(index, clock)),
      startWork: noWork,
      stopWork: noWork,
      rebuild: null,
    };
  }
  const index = new ClusterMarketIndex({ ...platform, ...deps, cluster: config.openSearch });
  addClusterGauges(platform, index);
  const { indices, position } = index;
  return {
    index,
    figures: () => clusterFigures(index),
    startWork: () => index.startFeeding(),
    stopWork: () => index.stopFeeding(),
    rebuild: (onProgress) => rebuildIndex({ ...platform, ...deps, indices, position, onProgress }),
  };
}
