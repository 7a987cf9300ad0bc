import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/sql-errors.ts';
import type { ChangeFollower } from '../change-log/change-follower.ts';
import { type CardFacts, findCardFacts } from './card-facts.repository.ts';

/** Entries of about 1 kB. */
const KEPT_MAX = 20_000;

/** Cache of card data; the change log invalidates entries. */
export class CardFactsCache {
  readonly #db: Database;
  readonly #follower: ChangeFollower;
  readonly #kept = new LRUCache<string, CardFacts>({ max: KEPT_MAX });
  #edition = 0;

  constructor({ db, follower }: { db: Database; follower: ChangeFollower }) {
    this.#db = db;
    this.#follower = follower;
    follower.onChange((ids) => {
      this.#edition++;
      for (const id of ids) this.#kept.delete(id);
    });
  }

  /** Returns a counter that rises with every change that this process knows of, including its own commits. */
  async edition(): Promise<number> {
    await this.#follower.settle();
    return this.#edition;
  }

  /** Card data by ID, without deleted listings, and without uncached ones while the database is unavailable. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, CardFacts>> {
    const edition = await this.edition();
    const found = new Map<string, CardFacts>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = this.#kept.get(id);
      if (known === undefined) missing.push(id);
      else found.set(id, known);
    }
    for (const [id, facts] of await this.#read(missing)) {
      found.set(id, facts);
      // Data that was read before a change must not be cached after it.
      if (edition === this.#edition) this.#kept.set(id, facts);
    }
    return found;
  }

  async #read(ids: readonly string[]): Promise<ReadonlyMap<string, CardFacts>> {
    try {
      return await findCardFacts(this.#db, ids);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // A page without card data must not be cached.
      this.#edition++;
      return new Map();
    }
  }
}
