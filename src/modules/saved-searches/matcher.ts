import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import { type SearchDocument, SavedQueryIndex, type SearchQuery } from '../../search/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { listAlerting } from './repository.ts';
import type { StoredQuery } from './tables.ts';

export const SAVED_SEARCHES_CHANNEL = 'fifthwheel_saved_searches';

/**
 * All alerting searches in memory, turned round: which of them does a listing match? Read when it is first needed, and
 * again after one has changed anywhere.
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

  /** Ids of the searches that each of the documents matches. */
  async match(documents: readonly SearchDocument[]): Promise<readonly (readonly string[])[]> {
    if (documents.length === 0) return [];
    this.#index ??= this.#load();
    const index = await this.#index;
    return documents.map((document) => index.match(document));
  }

  async #load(): Promise<SavedQueryIndex> {
    const { base, rates } = this.#parts.settings.get('exchangeRates');
    const index = new SavedQueryIndex({
      rates: { base, rates: { ...rates, [base]: 1 } },
      brandAliases: this.#parts.taxonomy.current.brands,
    });
    for (const { id, query } of await listAlerting(this.#parts.db)) {
      // A search that was valid may name what is gone since (a feature, a currency): it matches nothing until it is changed.
      const asked = await this.#parts.toQuery(query).catch(() => null);
      if (asked !== null) index.put(id, { ...asked, strictText: true });
    }
    return index;
  }
}
