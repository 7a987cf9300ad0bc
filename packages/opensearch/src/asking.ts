import type { Client } from '@opensearch-project/opensearch';
import { dueMs } from './due.ts';
import type { Json } from './query-types.ts';

/** The fields of a search response that are used here. */
export interface Answer {
  readonly hits: {
    readonly total?: { readonly value: number };
    readonly hits: readonly AnsweredHit[];
  };
  readonly aggregations?: Readonly<Record<string, Aggregation>>;
  readonly suggest?: Readonly<
    Record<string, readonly { readonly options: readonly { readonly text: string }[] }[]>
  >;
  readonly _shards: { readonly failed: number };
}

export interface AnsweredHit {
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

export const LATE = 'the cluster does not answer in time';

/** The search cluster is unreachable, or does not respond in time. */
export class ClusterAway extends Error {
  override readonly name = 'ClusterAway';
}

/** Sends queries to one index, several in one request. */
export class IndexQueries {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  async all(questions: readonly Json[]): Promise<Answer[]> {
    if (questions.length === 0) return [];
    const body = questions.flatMap((question) => [{ index: this.#index }, question]);
    const responses = await this.#send(() => this.#client.msearch({ body: body as never }));
    return (responses.body.responses as unknown as (Answer | { error: unknown })[]).map(requireAllShards);
  }

  async one(question: Json): Promise<Answer> {
    const [response] = await this.all([question]);
    if (response === undefined) throw new ClusterAway('the cluster left a question without an answer');
    return response;
  }

  async #send<T>(send: () => Promise<T>): Promise<T> {
    if ((dueMs() ?? Infinity) <= performance.now()) throw new ClusterAway(LATE);
    try {
      return await send();
    } catch (cause) {
      throw new ClusterAway(`the cluster does not answer: ${(cause as Error).message}`, { cause });
    }
  }
}

/** Throws if shards failed, because a partial result would be wrong. */
function requireAllShards(response: Answer | { error: unknown }): Answer {
  if ('error' in response)
    throw new ClusterAway(`the cluster refuses a question: ${reasonOf(response.error)}`);
  if (response._shards.failed > 0) throw new ClusterAway(`${response._shards.failed} shards do not answer`);
  return response;
}

function reasonOf(error: unknown): string {
  return JSON.stringify(error).slice(0, 500);
}

/** Builds a query that counts all matching listings. */
export const countOf = (query: Json): Json => ({ size: 0, track_total_hits: true, query });
/** Builds a query that checks whether any listing matches. */
export const anyIn = (query: Json): Json => ({ size: 0, track_total_hits: 1, terminate_after: 1, query });
export const totalOf = (response: Answer): number => response.hits.total?.value ?? 0;
