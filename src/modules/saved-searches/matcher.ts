import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '../../platform/clock.ts';
import { type SearchDocument, SavedQueryIndex, type SearchQuery } from '@fifthwheel/search';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { type AlertingQuery, findAlerting, listAlerting, SAVED_SEARCHES_CHANNEL } from './repository.ts';
import type { StoredQuery } from './tables.ts';

/** The longest time without a turn for other work. */
const TURN_MS = 10;
/** Rows per batch; parsing them takes about 15 ms. */
const LOADED_AT_ONCE = 250;
/** Replaced and removed entries occupy memory until the index is rebuilt: when they outnumber the rest and exceed this. */
const SPENT_MAX = 10_000;

interface SavedSearchMatcherParts extends Pick<Platform, 'db' | 'listener'> {
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly toQuery: (query: StoredQuery) => Promise<SearchQuery>;
}

/**
 * An index of the queries of all alerting searches, to find those that a listing matches; what many have saved is one entry. Built when
 * first needed, in batches that let other work in between. After that each query that is saved or no longer is, in any
 * process, is put or removed before the next match; about 165 MB for a million of them.
 */
export class SavedSearchMatcher extends Service<SavedSearchMatcherParts> {
  #index: SavedQueryIndex | null = null;
  /** The work on it that is under way; one at a time. */
  #updating: Promise<SavedQueryIndex> | null = null;
  /** Hashes of queries that may have to be put or removed. */
  #changed = new Set<string>();
  /** Rises when the whole index has become invalid. */
  #epoch = 0;
  #turnMs = 0;
  #nextTurn: Promise<void> | null = null;

  async start(): Promise<void> {
    const forget = (): void => this.forget();
    this.parts.settings.onChange(forget);
    this.parts.taxonomy.onChange(forget);
    await this.parts.listener.subscribe(SAVED_SEARCHES_CHANNEL, {
      onMessage: (queryHash) => this.changed(queryHash),
      // Notifications sent in the meantime are lost.
      onReconnect: forget,
    });
  }

  /** Everything is read again when it is next needed. */
  forget(): void {
    this.#epoch++;
    this.#index = null;
    this.#changed.clear();
  }

  /** A search for it was saved, changed or deleted. */
  changed(queryHash: string): void {
    this.#changed.add(queryHash);
  }

  /** There are no alerting searches. */
  async isIdle(): Promise<boolean> {
    return (await this.#current()).size === 0;
  }

  /** Hashes of the queries that match a document. Yields to other work now and then. */
  async match(document: SearchDocument): Promise<readonly string[]> {
    const index = await this.#current();
    return this.#inTurn(() => index.match(document));
  }

  /**
   * Splits the queries that match a document into those that also match it at another price (`known`), and the others
   * (`found`).
   */
  async matchPrices(
    document: SearchDocument,
    price: number | null,
  ): Promise<{ readonly found: readonly string[]; readonly known: readonly string[] }> {
    const index = await this.#current();
    return this.#inTurn(() => index.matchPrices(document, price));
  }

  /** A failure is the caller's, and the next one tries again. */
  async #current(): Promise<SavedQueryIndex> {
    for (;;) {
      if (this.#updating !== null) {
        await this.#updating;
        continue;
      }
      if (this.#index !== null && this.#changed.size === 0) return this.#index;
      this.#updating = this.#update().finally(() => {
        this.#updating = null;
      });
      await this.#updating;
    }
  }

  async #update(): Promise<SavedQueryIndex> {
    const epoch = this.#epoch;
    const index = this.#index ?? (await this.#load());
    const hashes = [...this.#changed].slice(0, LOADED_AT_ONCE);
    // Changes from here on are recorded again.
    for (const hash of hashes) this.#changed.delete(hash);
    try {
      await this.#refresh(index, hashes);
    } catch (error) {
      for (const hash of hashes) this.#changed.add(hash);
      if (epoch === this.#epoch) this.#index = index;
      throw error;
    }
    if (epoch === this.#epoch) this.#index = index.spent > Math.max(SPENT_MAX, index.size) ? null : index;
    return index;
  }

  async #refresh(index: SavedQueryIndex, hashes: readonly string[]): Promise<void> {
    const alerting = hashes.length === 0 ? [] : await findAlerting(this.parts.db, hashes);
    for (const hash of hashes) index.remove(hash);
    await this.#put(index, alerting);
  }

  async #load(): Promise<SavedQueryIndex> {
    const { base, rates } = this.parts.settings.get('exchangeRates');
    const index = new SavedQueryIndex({
      rates: { base, rates: { ...rates, [base]: 1 } },
      brandAliases: this.parts.taxonomy.current.brands,
    });
    for (let after = ''; ;) {
      const batch = await listAlerting(this.parts.db, after, LOADED_AT_ONCE);
      await this.#put(index, batch);
      const last = batch.at(-1);
      if (last === undefined || batch.length < LOADED_AT_ONCE) return index;
      after = last.query_hash;
    }
  }

  async #put(index: SavedQueryIndex, queries: readonly AlertingQuery[]): Promise<void> {
    for (const { query_hash: hash, query } of queries) {
      // A stored search may refer to something deleted since (a feature, a currency); it matches nothing until it is
      // edited.
      const parsed = await this.parts.toQuery(query).catch(() => null);
      if (parsed !== null) await this.#inTurn(() => index.put(hash, { ...parsed, strictText: true }));
    }
  }

  /** Many may wait for the same turn of the loop: each looks again, when the one before it is done, whether there is time left. */
  async #inTurn<T>(work: () => T): Promise<T> {
    while (monotonicMs() - this.#turnMs >= TURN_MS) {
      this.#nextTurn ??= nextTurn().then(() => {
        this.#turnMs = monotonicMs();
        this.#nextTurn = null;
      });
      await this.#nextTurn;
    }
    return work();
  }
}
