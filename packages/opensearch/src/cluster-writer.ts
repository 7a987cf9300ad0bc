import { setImmediate } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import { type SearchResponse, ClusterUnavailableError } from './index-queries.ts';
import { indexedDocument, type IndexedListing } from './documents.ts';
import { allOf, type Json, LISTINGS } from './query-types.ts';

const POSITION_ID = '~position';
const BULK_DOCUMENTS = 500;
/**
 * Versions per position. A write uses a higher version than the backfill of the same position, so it replaces
 * the backfilled document even after a manual change.
 */
const VERSIONS_A_POSITION = 1000;
/** Documents between two yields to the event loop. */
const DOCUMENTS_AT_A_TIME = 50;
const CONFLICT = 409;
const NOT_FOUND = 404;
const TOO_MANY = 429;

/** Count and checksum of the listings in a range of IDs. */
interface RangeSum {
  readonly listings: number;
  readonly checksum: number;
}

/** A listing that the cluster rejected. */
export interface RejectedListing {
  readonly id: string;
  readonly reason: string;
}

type ListedIds = Pick<SearchResponse, 'aggregations' | '_shards'> & {
  readonly hits: {
    readonly total?: { readonly value: number };
    readonly hits: readonly { readonly _id: string; readonly fields?: Readonly<Record<string, unknown[]>> }[];
  };
};

interface BulkItem {
  readonly _id: string;
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}

/**
 * Writes one index. Each write carries the position in the change log at which the listing was read. The
 * cluster rejects an older position, sent late or by a process that has lost its lease; a repeated write
 * changes nothing.
 */
export class ClusterWriter {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /**
   * Writes listings and deletes IDs, as of a position. The changes are searchable when it resolves, unless
   * `isLater` is set.
   */
  async write(
    listings: readonly IndexedListing[],
    deletedIds: readonly string[],
    seq: number,
    options: { readonly isLater?: boolean } = {},
  ): Promise<RejectedListing[]> {
    const refresh = options.isLater !== true;
    const first = seq * VERSIONS_A_POSITION;
    const version = {
      version: refresh ? first + VERSIONS_A_POSITION - 1 : first,
      version_type: 'external_gte',
    };
    const rejected: RejectedListing[] = [];
    for (let index = 0; index < listings.length; index += BULK_DOCUMENTS) {
      const lines: (Json | string)[] = [];
      for (const [done, listing] of listings.slice(index, index + BULK_DOCUMENTS).entries()) {
        lines.push({ index: { _id: listing.document.id, ...version } }, indexedDocument(listing, seq));
        if (done % DOCUMENTS_AT_A_TIME === DOCUMENTS_AT_A_TIME - 1) await setImmediate();
      }
      rejected.push(...(await this.#bulk(lines, refresh)));
    }
    for (let index = 0; index < deletedIds.length; index += BULK_DOCUMENTS) {
      const ids = deletedIds.slice(index, index + BULK_DOCUMENTS);
      const lines = ids.map((id) => ({ delete: { _id: id, ...version } }));
      rejected.push(...(await this.#bulk(lines, refresh)));
    }
    return rejected;
  }

  /**
   * Stores a position in the index, once everything up to it is searchable. Searches see it after the next
   * refresh; an extra one would clear the cluster's caches again.
   */
  async writePosition(seq: number, state: Json): Promise<void> {
    await this.#bulk([{ index: { _id: POSITION_ID } }, { kind: 'position', seq, state }], false);
  }

  /** Returns null if the index has no position, or if there is no index. */
  async readPosition(): Promise<Json | null> {
    try {
      const response = await this.#client.get({ index: this.#index, id: POSITION_ID });
      return (response.body._source as { state: Json } | undefined)?.state ?? null;
    } catch (error) {
      if (statusOf(error) === NOT_FOUND) return null;
      throw toClusterError(error);
    }
  }

  /** Sums up the searchable listings after one ID and up to another. */
  async sumBetween(after: string | null, last: string | null): Promise<RangeSum> {
    const { hits, aggregations } = await this.#search({
      size: 0,
      track_total_hits: true,
      query: between(after, last),
      aggs: { checksum: { sum: { field: 'checksum' } } },
    });
    return { listings: hits.total?.value ?? 0, checksum: Number(aggregations?.['checksum']?.['value'] ?? 0) };
  }

  /** Returns the checksums of at most `most` listings; NaN for a listing without one. */
  async checksumsBetween(
    after: string | null,
    last: string | null,
    most: number,
  ): Promise<Map<string, number>> {
    const { hits } = await this.#search({
      size: most,
      _source: false,
      docvalue_fields: ['checksum'],
      query: between(after, last),
      sort: ['_doc'],
    });
    return new Map(hits.hits.map(({ _id, fields }) => [_id, Number(fields?.['checksum']?.[0])]));
  }

  async refresh(): Promise<void> {
    await withClusterErrors(this.#client.indices.refresh({ index: this.#index }));
  }

  async #bulk(lines: readonly (Json | string)[], refresh: boolean): Promise<RejectedListing[]> {
    const response = await withClusterErrors(
      this.#client.bulk({ index: this.#index, refresh, body: lines as never }),
    );
    const items = response.body.items.map((item) => Object.values(item)[0] as unknown as BulkItem);
    return items.flatMap(({ _id: id, status, error }) => {
      if (error === undefined || status === CONFLICT) return [];
      // These errors are temporary, so the listing is not at fault.
      if (status >= 500 || status === TOO_MANY || status === 403 || status === NOT_FOUND)
        throw new ClusterUnavailableError(`the cluster does not take writes: ${error.reason}`);
      return [{ id, reason: error.reason }];
    });
  }

  async #search(query: Json): Promise<ListedIds> {
    const response = await withClusterErrors(
      this.#client.search({ index: this.#index, body: query as never }),
    );
    const found = response.body as unknown as ListedIds;
    // A comparison with a part of the shards would report wrong differences.
    if (found._shards.failed > 0) throw new ClusterUnavailableError(`${found._shards.failed} shards failed`);
    return found;
  }
}

function between(after: string | null, last: string | null): Json {
  const bounds = { ...(after === null ? {} : { gt: after }), ...(last === null ? {} : { lte: last }) };
  return allOf([LISTINGS, { range: { id: bounds } }]);
}

export function statusOf(error: unknown): number | null {
  return (error as { statusCode?: number }).statusCode ?? null;
}

export function toClusterError(cause: unknown): ClusterUnavailableError {
  return cause instanceof ClusterUnavailableError
    ? cause
    : new ClusterUnavailableError(`the cluster does not respond: ${(cause as Error).message}`, { cause });
}

/** Awaits a response. Throws ClusterUnavailableError if the cluster does not respond. */
export async function withClusterErrors<T>(response: PromiseLike<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw toClusterError(error);
  }
}
