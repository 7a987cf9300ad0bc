import { setImmediate } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import type { SearchDocument } from '../search/index.ts';
import { ClusterAway } from './asking.ts';
import { indexedDocument } from './documents.ts';
import { allOf, type Json, LISTINGS } from './query-types.ts';

const POSITION_ID = '~position';
const BULK_DOCUMENTS = 500;
/** What else this process does waits no longer than for these. */
const DOCUMENTS_AT_A_TIME = 50;
const CONFLICT = 409;
const NOT_FOUND = 404;
const TOO_MANY = 429;

/** A listing that the cluster does not take. */
export interface Refused {
  readonly id: string;
  readonly reason: string;
}

interface BulkItem {
  readonly _id: string;
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}

/**
 * Writes one index. Each write carries the position in the change log at which the listing was read: an older one, sent
 * late or by somebody who no longer should, is refused by the cluster, and one sent twice changes nothing.
 */
export class ClusterWriter {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /** Listings and ids of those that are gone, as of a position; they can be found when it resolves, unless asked not to. */
  async write(
    documents: readonly SearchDocument[],
    gone: readonly string[],
    seq: number,
    options: { readonly isLater?: boolean } = {},
  ): Promise<Refused[]> {
    const version = { version: seq, version_type: 'external_gte' };
    const refresh = options.isLater !== true;
    const refused: Refused[] = [];
    for (let at = 0; at < documents.length; at += BULK_DOCUMENTS) {
      const lines: (Json | string)[] = [];
      for (const [done, document] of documents.slice(at, at + BULK_DOCUMENTS).entries()) {
        lines.push({ index: { _id: document.id, ...version } }, indexedDocument(document, seq));
        if (done % DOCUMENTS_AT_A_TIME === DOCUMENTS_AT_A_TIME - 1) await setImmediate();
      }
      refused.push(...(await this.#bulk(lines, refresh)));
    }
    for (let at = 0; at < gone.length; at += BULK_DOCUMENTS) {
      const ids = gone.slice(at, at + BULK_DOCUMENTS);
      const lines = ids.map((id) => ({ delete: { _id: id, ...version } }));
      refused.push(...(await this.#bulk(lines, refresh)));
    }
    return refused;
  }

  /** Keeps a position with the index, once everything up to it can be found. */
  async writePosition(seq: number, state: Json): Promise<void> {
    await this.#bulk([{ index: { _id: POSITION_ID } }, { kind: 'position', seq, state }], true);
  }

  /** Null where the index has none, or there is no index. */
  async readPosition(): Promise<Json | null> {
    try {
      const answer = await this.#client.get({ index: this.#index, id: POSITION_ID });
      return (answer.body._source as { state: Json } | undefined)?.state ?? null;
    } catch (error) {
      if (statusOf(error) === NOT_FOUND) return null;
      throw away(error);
    }
  }

  /** Of the listings that can be found, those after one id and up to another, so many at most. */
  async idsBetween(after: string | null, last: string | null, most: number): Promise<Set<string>> {
    const bounds = { ...(after === null ? {} : { gt: after }), ...(last === null ? {} : { lte: last }) };
    const answer = await this.#asked(() =>
      this.#client.search({
        index: this.#index,
        body: {
          size: most,
          _source: false,
          query: allOf([LISTINGS, { range: { id: bounds } }]),
          sort: ['_doc'],
        } as never,
      }),
    );
    return new Set(answer.body.hits.hits.map(({ _id }) => String(_id)));
  }

  async refresh(): Promise<void> {
    await this.#asked(() => this.#client.indices.refresh({ index: this.#index }));
  }

  async #bulk(lines: readonly (Json | string)[], refresh: boolean): Promise<Refused[]> {
    const answer = await this.#asked(() =>
      this.#client.bulk({ index: this.#index, refresh, body: lines as never }),
    );
    const items = answer.body.items.map((item) => Object.values(item)[0] as unknown as BulkItem);
    return items.flatMap(({ _id: id, status, error }) => {
      if (error === undefined || status === CONFLICT) return [];
      // What may go well the next time is no fault of the listing.
      if (status >= 500 || status === TOO_MANY || status === 403 || status === NOT_FOUND)
        throw new ClusterAway(`the cluster does not take writes: ${error.reason}`);
      return [{ id, reason: error.reason }];
    });
  }

  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw away(error);
    }
  }
}

export function statusOf(error: unknown): number | null {
  return (error as { statusCode?: number }).statusCode ?? null;
}

export function away(cause: unknown): ClusterAway {
  return cause instanceof ClusterAway
    ? cause
    : new ClusterAway(`the cluster does not answer: ${(cause as Error).message}`, { cause });
}
