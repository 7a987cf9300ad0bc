import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/sql-errors.ts';
import type { ChangeFollower } from '../change-log/change-follower.ts';
import { type CardFacts, findCardFacts } from './card-facts.repository.ts';

/** Some two hundred bytes each. */
const KEPT_MAX = 20_000;

/** What cards of listings show beside their summaries, kept until the change log names them. */
export class KeptCardFacts {
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

  /** Rises with every change of a listing that this process knows of: of its own commits it knows at once. */
  async edition(): Promise<number> {
    await this.#follower.settle();
    return this.#edition;
  }

  /** By id; listings that are gone are left out, and those that are not in memory while the database is unavailable. */
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
      // Read before a change, it must not be kept after it.
      if (edition === this.#edition) this.#kept.set(id, facts);
    }
    return found;
  }

  async #read(ids: readonly string[]): Promise<ReadonlyMap<string, CardFacts>> {
    try {
      return await findCardFacts(this.#db, ids);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // A page without them is not one to keep.
      this.#edition++;
      return new Map();
    }
  }
}
