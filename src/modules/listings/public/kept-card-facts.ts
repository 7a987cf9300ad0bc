import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/database.ts';
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

  /** By id; listings that are gone are left out. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, CardFacts>> {
    const edition = await this.edition();
    const found = new Map<string, CardFacts>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = this.#kept.get(id);
      if (known === undefined) missing.push(id);
      else found.set(id, known);
    }
    for (const [id, facts] of await findCardFacts(this.#db, missing)) {
      found.set(id, facts);
      // Read before a change, it must not be kept after it.
      if (edition === this.#edition) this.#kept.set(id, facts);
    }
    return found;
  }
}
