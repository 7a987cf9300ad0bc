import { type Clock, SECOND_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/module.ts';
import type { ClusterMarketIndex } from './cluster/cluster-market.ts';
import type { SearchIndex } from './search-index.ts';

type Figures = Readonly<Record<string, unknown>>;

/** Combines the gauges of several worker processes: the process furthest behind counts. */
const furthestBehind = { aggregator: 'min' } as const;
const largest = { aggregator: 'max' } as const;

const LAG_SECONDS = 'Age of the first entry of the change log that is not in the search index';
const LAG_POSITIONS = 'Entries of the change log after the last one in the search index';
const WAITING = 'Listings that have changed and wait to be applied to the search index';
const LEFT_OUT = 'Live listings that cannot be indexed and are left out of searches';
const LISTINGS = 'Live listings in the search index';
const POSITION = 'Last entry of the change log in the search index';

export function addMemoryGauges({ metrics, clock }: Platform, index: SearchIndex): void {
  metrics.gauge(
    'search_generation',
    'Changes of the search index since the start',
    () => index.generation,
    furthestBehind,
  );
  metrics.gauge('search_position', POSITION, () => index.position, furthestBehind);
  metrics.gauge('search_waiting_listings', WAITING, () => index.waiting, largest);
  metrics.gauge('search_listings', LISTINGS, () => index.stats().documents, furthestBehind);
  metrics.gauge('search_left_out_listings', LEFT_OUT, () => index.leftOut, largest);
  metrics.gauge('search_bytes', 'Memory of the search index', () => index.stats().bytes.total);
  metrics.gauge('search_lag_seconds', LAG_SECONDS, () => index.lag.seconds, largest);
  metrics.gauge('search_lag_positions', LAG_POSITIONS, () => index.lag.positions, largest);
  metrics.gauge(
    'search_snapshot_age_seconds',
    'Age of the snapshot of the search index on disk; NaN without one',
    () => snapshotAge(index, clock) ?? Number.NaN,
    largest,
  );
}

export function memoryFigures(index: SearchIndex, clock: Clock): Figures {
  const { documents, bytes } = index.stats();
  const { lag } = index;
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

export function addClusterGauges({ metrics }: Platform, index: ClusterMarketIndex): void {
  metrics.gauge(
    'search_cluster_up',
    'Whether the search cluster answers: 1 or 0',
    () => (index.trouble === null ? 1 : 0),
    furthestBehind,
  );
  metrics.gauge('search_feeding', 'Processes that feed the search cluster: one, or for a moment none', () =>
    index.holdsLease ? 1 : 0,
  );
  metrics.gauge('search_left_out_listings', LEFT_OUT, () => index.leftOut, largest);
  metrics.gauge(
    'search_position',
    POSITION,
    async () => (await index.lag())?.position ?? Number.NaN,
    furthestBehind,
  );
  metrics.gauge(
    'search_lag_seconds',
    LAG_SECONDS,
    async () => (await index.lag())?.seconds ?? Number.NaN,
    largest,
  );
  metrics.gauge(
    'search_lag_positions',
    LAG_POSITIONS,
    async () => (await index.lag())?.positions ?? Number.NaN,
    largest,
  );
}

export async function clusterFigures(index: ClusterMarketIndex): Promise<Figures> {
  const [lag, listings] = await Promise.all([index.lag(), index.count()]);
  return {
    engine: 'opensearch',
    index: index.indices.alias,
    answers: index.trouble === null,
    ...(index.trouble === null ? {} : { reason: index.trouble.slice(0, 200) }),
    feeds: index.holdsLease,
    position: lag?.position ?? null,
    lag_positions: lag?.positions ?? null,
    lag_seconds: lag?.seconds ?? null,
    listings,
    left_out: index.leftOut,
  };
}
