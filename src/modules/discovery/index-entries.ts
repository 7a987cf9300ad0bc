import type { Logger } from '../../platform/log.ts';
import type { SearchChange, SearchEngine } from '@fifthwheel/search';
import type { TaxonomySnapshot } from '../taxonomy/index.ts';
import { toDocument } from './documents.ts';
import type { IndexedRow } from './documents.repository.ts';

/**
 * Writes listings to the engine. A listing that cannot be indexed is left out, counted and logged, so that it neither hides the
 * other listings nor stops the server from starting.
 */
export class IndexEntries {
  readonly #log: Logger;
  readonly #leftOut = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Number of live listings that could not be indexed. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  put(engine: SearchEngine, rows: readonly IndexedRow[], taxonomy: TaxonomySnapshot): void {
    for (const row of rows) {
      try {
        engine.apply([{ kind: 'put', document: toDocument(row, taxonomy) }]);
        this.#leftOut.delete(row.id);
      } catch (error) {
        engine.apply([{ kind: 'remove', id: row.id }]);
        this.#leftOut.add(row.id);
        this.#log.error(
          { listing: row.id, err: error },
          'a listing cannot be indexed and is left out of searches',
        );
      }
    }
  }

  remove(engine: SearchEngine, ids: readonly string[]): void {
    for (const id of ids) this.#leftOut.delete(id);
    engine.apply(ids.map((id): SearchChange => ({ kind: 'remove', id })));
  }
}
