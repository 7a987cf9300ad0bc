import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import { type SearchDocument, SavedQueryIndex, type SearchQuery } from '../../search/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { listAlerting, SAVED_SEARCHES_CHANNEL } from './repository.ts';
import type { StoredQuery } from './tables.ts';

/** Documents matched per turn: a few milliseconds, even with many searches. */
const TURN_DOCUMENTS = 10;

/**
 * An index of all alerting searches, to find those that a listing matches. Built when first needed, and again after
 * any search has changed in any process.
 */
export class SavedSearchMatcher {
  readonly #parts: {
    readonly db: Database;
    readonly listener: PgListener;
    readonly settings: Settings;
    readonly taxonomy: Taxonomy;
    readonly toQuery: (query: StoredQuery) => Promise<SearchQuery>;
  };
  #index: Promise<SavedQueryIndex> | null = null;

  constructor(parts: {
    db: Database;
    listener: PgListener;
    settings: Settings;
    taxonomy: Taxonomy;
    toQuery: (query: StoredQuery) => Promise<SearchQuery>;
  }) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const forget = (): void => this.forget();
    this.#parts.settings.onChange(forget);
    this.#parts.taxonomy.onChange(forget);
    await this.#parts.listener.subscribe(SAVED_SEARCHES_CHANNEL, { onMessage: forget, onReconnect: forget });
  }

  forget(): void {
    this.#index = null;
  }

  /** There are no alerting searches. */
  async isIdle(): Promise<boolean> {
    return (await this.#current()).size === 0;
  }

  /** Ids of the searches that match each document. Yields to other work in between. */
  async match(documents: readonly SearchDocument[]): Promise<readonly (readonly string[])[]> {
    const index = await this.#current();
    const matches: (readonly string[])[] = [];
    for (const document of documents) {
      matches.push(index.match(document));
      if (matches.length % TURN_DOCUMENTS === 0) await nextTurn();
    }
    return matches;
  }

  #current(): Promise<SavedQueryIndex> {
    this.#index ??= this.#load();
    return this.#index;
  }

  async #load(): Promise<SavedQueryIndex> {
    const index = new SavedQueryIndex({
      rates: this.#parts.settings.get('exchangeRates'),
      brandAliases: this.#parts.taxonomy.current.brands,
    });
    for (const { id, query } of await listAlerting(this.#parts.db)) {
      // A stored search may refer to something deleted since (a feature, a currency); it matches nothing until it is
      // edited.
      const asked = await this.#parts.toQuery(query).catch(() => null);
      if (asked !== null) index.put(id, { ...asked, strictText: true });
    }
    return index;
  }
}
