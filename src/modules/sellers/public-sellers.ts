import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Reads } from '../../platform/db/read-replica.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { found } from '../../platform/errors/app-error.ts';
import { countStock } from '../listings/index.ts';
import type { SearchService } from '../discovery/index.ts';
import type { PublicSeller } from './schemas.ts';
import { findPublicSeller, type SellerRow } from '../companies/index.ts';
import { readHistogram } from './sellers.repository.ts';
import { publicSellerView } from './views.ts';

export class PublicSellers {
  readonly #db: Database;
  readonly #reads: Reads;
  readonly #search: Pick<SearchService, 'listOfSeller'>;

  constructor(parts: { db: Database; reads: Reads; search: Pick<SearchService, 'listOfSeller'> }) {
    this.#db = parts.db;
    this.#reads = parts.reads;
    this.#search = parts.search;
  }

  get(actor: Actor, slug: string): Promise<PublicSeller> {
    return this.#reads.publicFor(actor, async (db) => {
      const seller = await this.#find(db, slug);
      const [listingCount, histogram] = await Promise.all([
        countStock(db, seller.id, ['ACTIVE']),
        readHistogram(db, seller.id),
      ]);
      return publicSellerView(seller, { listingCount, histogram });
    });
  }

  /** The whole answer, rendered by the search index. */
  async listings(
    slug: string,
    query: { readonly page?: number; readonly limit?: number },
    languages: readonly string[],
  ): Promise<Buffer> {
    const seller = await this.#find(this.#db, slug);
    return this.#search.listOfSeller(seller.id, query, languages);
  }

  async #find(db: Queryable, slug: string): Promise<SellerRow> {
    return found('seller', await findPublicSeller(db, slug));
  }
}
