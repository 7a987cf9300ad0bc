import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated } from '../../platform/db/transaction.ts';
import { alreadyExists, found, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId, newId } from '../../platform/ids.ts';
import {
  countFavorites,
  deleteFavorite,
  type FavoriteRow,
  findFavorite,
  insertFavorite,
  listFavoriteIds,
  listFavorites,
  mergeFavorites,
  setNote,
} from './repository.ts';
import { t } from '../../platform/errors/sentence.ts';

const IDS_MAX = 1000;

export class Favorites extends Service<Pick<Platform, 'db' | 'clock'>> {
  async list(actor: UserActor, page: Page): Promise<{ rows: readonly FavoriteRow[]; total: number }> {
    const [rows, total] = await Promise.all([
      listFavorites(this.parts.db, actor.userId, page),
      countFavorites(this.parts.db, actor.userId),
    ]);
    return { rows, total };
  }

  async add(actor: UserActor, listingId: string): Promise<FavoriteRow> {
    const at = this.parts.clock.now();
    const id = newId('fav', at);
    return found(
      'listing',
      await inTransaction(this.parts.db, async (trx) => {
        const isAdded =
          isId('lst', listingId) && (await insertFavorite(trx, { id, userId: actor.userId, listingId, at }));
        if (!isAdded) return undefined;
        recordCreated(trx, id);
        return findFavorite(trx, actor.userId, id);
      }).catch((error: unknown) => {
        if (isUniqueViolation(error, 'favorites_user_listing_key'))
          throw alreadyExists(t('This listing is already one of your favorites.'));
        throw error;
      }),
    );
  }

  async get(actor: UserActor, id: string): Promise<FavoriteRow> {
    return found('favorite', await findFavorite(this.parts.db, actor.userId, id));
  }

  /** Listings of the user's favorites, so that pages can mark them; the most recent ones if there are very many. */
  async ids(actor: UserActor): Promise<{ listingIds: string[]; total: number }> {
    const [listingIds, total] = await Promise.all([
      listFavoriteIds(this.parts.db, actor.userId, IDS_MAX),
      countFavorites(this.parts.db, actor.userId),
    ]);
    return { listingIds, total };
  }

  /** Skips listings that are no longer live or already favorites, so that a repeated call changes nothing. */
  async merge(actor: UserActor, listingIds: readonly string[]): Promise<{ added: number }> {
    const at = this.parts.clock.now();
    const wanted = [...new Set(listingIds)].filter((id) => isId('lst', id));
    const merged = { userId: actor.userId, ids: wanted.map(() => newId('fav', at)), listingIds: wanted, at };
    return { added: await inTransaction(this.parts.db, (trx) => mergeFavorites(trx, merged)) };
  }

  async setNote(actor: UserActor, id: string, text: string | null): Promise<FavoriteRow> {
    const note = text === null || text.trim() === '' ? null : text.trim();
    const favoriteId =
      (isId('lst', id) || isId('fav', id)) &&
      (await inTransaction(this.parts.db, (trx) => setNote(trx, actor.userId, id, note)));
    return this.get(actor, found('favorite', favoriteId));
  }

  async remove(actor: UserActor, id: string): Promise<void> {
    const isRemoved =
      (isId('lst', id) || isId('fav', id)) &&
      (await inTransaction(this.parts.db, (trx) =>
        deleteFavorite(trx, actor.userId, id, this.parts.clock.now()),
      ));
    if (!isRemoved) throw notFound('favorite');
  }
}
