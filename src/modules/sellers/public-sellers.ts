import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { found } from '../../platform/errors/app-error.ts';
import { countStock } from '../listings/index.ts';
import type { SearchService } from '../discovery/index.ts';
import type { PublicSeller } from './schemas.ts';
import { findPublicSeller, type SellerRow } from '../companies/index.ts';
import { readHistogram } from './reviews.repository.ts';
import { publicSellerView } from './views.ts';

type PublicSellersParts = Pick<Platform, 'db' | 'reads'> & {
  readonly search: Pick<SearchService, 'listOfSeller'>;
};

export class PublicSellers extends Service<PublicSellersParts> {
  get(actor: Actor, slug: string): Promise<PublicSeller> {
    return this.parts.reads.publicFor(actor, async (db) => {
      const seller = await this.#find(db, slug);
      const [listingCount, histogram] = await Promise.all([
        countStock(db, seller.id, ['ACTIVE']),
        readHistogram(db, seller.id),
      ]);
      return publicSellerView(seller, { listingCount, histogram });
    });
  }

  /** Returns the response as rendered by the search index. */
  async listings(
    slug: string,
    query: { readonly page?: number; readonly limit?: number },
    languages: readonly string[],
  ): Promise<Buffer> {
    const seller = await this.#find(this.parts.db, slug);
    return this.parts.search.listOfSeller(seller.id, query, languages);
  }

  async #find(db: Queryable, slug: string): Promise<SellerRow> {
    return found('seller', await findPublicSeller(db, slug));
  }
}
