import type { Client } from '@opensearch-project/opensearch';
import { deadlineMs } from './deadline.ts';
import type { Json } from './query-types.ts';

/** The fields of a search response that are used here. */
export interface SearchResponse {
  readonly hits: {
    readonly total?: { readonly value: number };
    readonly hits: readonly ResponseHit[];
  };
  readonly aggregations?: Readonly<Record<string, Aggregation>>;
  readonly suggest?: Readonly<
    Record<string, readonly { readonly options: readonly { readonly text: string }[] }[]>
  >;
  readonly _shards: { readonly failed: number };
}

export interface ResponseHit {
  readonly _id: string;
  readonly _score: number | null;
  readonly _source?: { readonly shown?: DisplayFields };
  readonly sort?: readonly unknown[];
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
}

/** Stored with a listing so that a hit can be shown without the database. */
export interface DisplayFields {
  readonly summary: string;
  readonly lat: number | null;
  readonly lng: number | null;
}

export interface Bucket {
  readonly key: string | number;
  readonly doc_count: number;
}

export type Aggregation = {
  readonly doc_count?: number;
  readonly buckets?: readonly Bucket[];
  readonly after_key?: Json;
} & Readonly<Record<string, unknown>>;

export const TIMEOUT_MESSAGE = 'the cluster does not respond in time';

/** The search cluster is unreachable, or does not respond in time. */
export class ClusterUnavailableError extends Error {
  override readonly name = 'ClusterUnavailableError';
}

/** Sends queries to one index, several in one request. */
export class IndexQueries {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  async all(searches: readonly Json[]): Promise<SearchResponse[]> {
    if (searches.length === 0) return [];
    const body = searches.flatMap((search) => [{ index: this.#index }, search]);
    const responses = await this.#send(() => this.#client.msearch({ body: body as never }));
    return (responses.body.responses as unknown as (SearchResponse | { error: unknown })[]).map(
      requireAllShards,
    );
  }

  async one(search: Json): Promise<SearchResponse> {
    const [response] = await this.all([search]);
    if (response === undefined) throw new ClusterUnavailableError('the cluster did not respond to a query');
    return response;
  }

  async #send<T>(send: () => Promise<T>): Promise<T> {
    if ((deadlineMs() ?? Infinity) <= performance.now()) throw new ClusterUnavailableError(TIMEOUT_MESSAGE);
    try {
      return await send();
    } catch (cause) {
      throw new ClusterUnavailableError(`the cluster does not respond: ${(cause as Error).message}`, {
        cause,
      });
    }
  }
}

/** Throws if shards failed, because a partial result would be wrong. */
function requireAllShards(response: SearchResponse | { error: unknown }): SearchResponse {
  if ('error' in response)
    throw new ClusterUnavailableError(`the cluster rejected a query: ${reasonOf(response.error)}`);
  if (response._shards.failed > 0)
    throw new ClusterUnavailableError(`${response._shards.failed} shards failed`);
  return response;
}

function reasonOf(error: unknown): string {
  return JSON.stringify(error).slice(0, 500);
}

/** Builds a query that counts all matching listings. */
export const countOf = (query: Json): Json => ({ size: 0, track_total_hits: true, query });
/** Builds a query that checks whether any listing matches. */
export const anyIn = (query: Json): Json => ({ size: 0, track_total_hits: 1, terminate_after: 1, query });
export const totalOf = (response: SearchResponse): number => response.hits.total?.value ?? 0;
