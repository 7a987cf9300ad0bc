import path from 'node:path';
import { addMs, type Clock, DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { SearchDocument } from '../../search/index.ts';
import type { Settings } from '../settings/index.ts';
import type { LiveCounts, Taxonomy } from '../taxonomy/index.ts';
import { createLiveCounts } from './live-counts.ts';
import { toDocument } from './documents.ts';
import { findIndexedRows } from './documents.repository.ts';
import { discoveryAdminRoutes } from './admin.routes.ts';
import { SearchMisses } from './misses.ts';
import { purgeMisses } from './misses.repository.ts';
import { discoveryRoutes } from './routes.ts';
import { purgeChangeLogs } from './change-log-purge.repository.ts';
import { SearchIndex } from './search-index.ts';
import { SearchService } from './search.service.ts';

export { coordinatesOf } from './coordinates.ts';
export { ListingListView } from './views.ts';
export type { SearchService } from './search.service.ts';

const MISSES_KEPT_MS = 30 * DAY_MS;
const MISSES_KEPT_MAX = 10_000;

export interface Discovery {
  readonly module: Module;
  readonly search: SearchService;
  readonly liveCounts: () => Promise<LiveCounts>;
  /** The search documents of those listings that are live. */
  documentsOf(listingIds: readonly string[]): Promise<SearchDocument[]>;
}

export function createDiscovery(
  platform: Platform,
  deps: { settings: Settings; taxonomy: Taxonomy },
): Discovery {
  const index = new SearchIndex({
    ...platform,
    ...deps,
    directory: path.join(platform.config.dataDir, 'search'),
  });
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
  addGauges(platform, index);
  return {
    search,
    liveCounts: createLiveCounts(index, deps.taxonomy),
    async documentsOf(listingIds) {
      const rows = await findIndexedRows(platform.db, listingIds);
      return rows.map((row) => toDocument(row, deps.taxonomy.current));
    },
    module: {
      name: 'discovery',
      routes: [...discoveryRoutes(search), ...discoveryAdminRoutes(search)],
      jobs: [
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
        await index.start();
        await search.start();
        misses.start();
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
      status: () => statusOf(index, platform.clock),
    },
  };
}

function addGauges({ metrics, clock }: Platform, index: SearchIndex): void {
  // For gauges of several workers: the one furthest behind counts.
  const furthestBehind = { aggregator: 'min' } as const;
  metrics.gauge(
    'search_generation',
    'Changes of the search index since the start',
    () => index.generation,
    furthestBehind,
  );
  metrics.gauge(
    'search_position',
    'Last entry of the change log in the search index',
    () => index.position,
    furthestBehind,
  );
  metrics.gauge(
    'search_listings',
    'Live listings in the search index',
    () => index.stats().documents,
    furthestBehind,
  );
  metrics.gauge(
    'search_left_out_listings',
    'Live listings that cannot be indexed and are left out of searches',
    () => index.leftOut,
    { aggregator: 'max' },
  );
  metrics.gauge('search_bytes', 'Memory of the search index', () => index.stats().bytes.total);
  metrics.gauge(
    'search_lag_seconds',
    'Age of the first entry of the change log that is not in the search index',
    async () => (await index.lag()).seconds,
    { aggregator: 'max' },
  );
  metrics.gauge(
    'search_lag_positions',
    'Entries of the change log after the last one in the search index',
    async () => (await index.lag()).positions,
    { aggregator: 'max' },
  );
  metrics.gauge(
    'search_snapshot_age_seconds',
    'Age of the snapshot of the search index on disk; NaN without one',
    () => snapshotAge(index, clock) ?? Number.NaN,
    { aggregator: 'max' },
  );
}

async function statusOf(index: SearchIndex, clock: Clock): Promise<Readonly<Record<string, unknown>>> {
  const { documents, bytes } = index.stats();
  const lag = await index.lag();
  return {
    generation: index.generation,
    position: index.position,
    lag_positions: lag.positions,
    lag_seconds: lag.seconds,
    listings: documents,
    left_out: index.leftOut,
    bytes: bytes.total,
    snapshot_age_seconds: snapshotAge(index, clock),
    ...(index.progress === null ? {} : { loading: index.progress }),
  };
}

function snapshotAge({ snapshotAt }: SearchIndex, clock: Clock): number | null {
  return snapshotAt === null ? null : Math.round((clock.now().getTime() - snapshotAt.getTime()) / SECOND_MS);
}
