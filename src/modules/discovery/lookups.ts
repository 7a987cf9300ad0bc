import type { SearchQuery } from '@fifthwheel/search';
import { firstIdAt, isId } from '../../platform/ids.ts';
import type { MarketIndex } from './market-index.ts';
import type { ListingSummary } from '../listings/index.ts';
import { NamedSummary, type SummaryNames, unnamedSummary } from './packed-summaries.ts';

const NEW_COUNT_MAX = 100;
/** Number of characters of the ID at the end of a slug. */
const ID_END_LENGTH = 8;

/** Returns the summary of a live listing by its slug or ID; null if it is not in the index. */
export async function findSummary(
  index: Pick<MarketIndex, 'search' | 'summariesEnding'>,
  slugOrId: string,
  names: SummaryNames,
): Promise<ListingSummary | null> {
  const end = isId('lst', slugOrId)
    ? slugOrId.slice(-ID_END_LENGTH)
    : slugOrId.slice(slugOrId.lastIndexOf('-') + 1).toUpperCase();
  if (end.length < ID_END_LENGTH) return null;
  const candidates = await index.summariesEnding(end);
  const packed = candidates.find((summary) => {
    const { id, slug } = unnamedSummary(summary);
    return slugOrId === slug || slugOrId === id;
  });
  const summary = packed ?? (await findInCluster(index, slugOrId));
  return summary === undefined
    ? null
    : (JSON.parse(String(new NamedSummary(summary, names))) as ListingSummary);
}

/** Finds a summary by ID in a search cluster, which cannot look it up by slug. */
async function findInCluster(
  index: Pick<MarketIndex, 'search'>,
  id: string,
): Promise<Uint8Array | undefined> {
  if (!isId('lst', id)) return undefined;
  const { hits } = await index.search({ ids: [id], facets: [], offset: 0, limit: 1 });
  return hits[0]?.summary;
}

export interface StoredCounts {
  readonly total: number;
  /** Number of results created since the instant, counted among the newest 100. */
  readonly fresh: number;
}

/** Counts the results of a query, and how many of the newest were created since an instant. */
export async function countNews(
  index: Pick<MarketIndex, 'search'>,
  query: SearchQuery,
  since: Date,
): Promise<StoredCounts> {
  const newest = { facets: [], sort: 'created_at', order: 'desc', offset: 0, limit: NEW_COUNT_MAX } as const;
  const { total, hits } = await index.search({ ...query, ...newest });
  const first = firstIdAt('lst', since);
  return { total, fresh: hits.filter(({ id }) => id >= first).length };
}
