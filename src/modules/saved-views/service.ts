import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction, recordCreated } from '../../platform/db/transaction.ts';
import { found, notFound, overPlanLimit } from '../../platform/errors/app-error.ts';
import { isId, newId } from '../../platform/ids.ts';
import { lockAccount } from '../auth/index.ts';
import {
  countViews,
  deleteView,
  findView,
  insertView,
  listViews,
  replaceView,
  type SavedViewRow,
} from './repository.ts';
import { t } from '../../platform/errors/sentence.ts';

export type SavedView = SavedViewRow;

/** A bound against runaway clients. */
const VIEWS_PER_USER_MAX = 100;

export class SavedViews extends Service<Pick<Platform, 'db' | 'clock'>> {
  list(actor: UserActor, area: string | null): Promise<readonly SavedViewRow[]> {
    return listViews(this.parts.db, actor.userId, area);
  }

  async get(actor: UserActor, id: string): Promise<SavedViewRow> {
    return found('saved view', isId('svw', id) && (await findView(this.parts.db, actor.userId, id)));
  }

  /** A view of the same name in the area is replaced. */
  async save(
    actor: UserActor,
    fields: { readonly area: string; readonly name: string; readonly query: string },
  ): Promise<SavedViewRow> {
    const at = this.parts.clock.now();
    const values = { ...fields, name: fields.name.trim() };
    return inTransaction(this.parts.db, async (trx) => {
      // Saves of one account are serialized, so that they neither exceed the limit nor share a name.
      await lockAccount(trx, actor.userId);
      const replaced = await replaceView(trx, actor.userId, values);
      if (replaced !== undefined) {
        recordCreated(trx, replaced.id);
        return replaced;
      }
      if ((await countViews(trx, actor.userId)) >= VIEWS_PER_USER_MAX)
        throw overPlanLimit(
          t('You have {max} saved views, which is the maximum.', { max: VIEWS_PER_USER_MAX }),
        );
      const view = { ...values, id: newId('svw', at), created_at: at };
      await insertView(trx, actor.userId, view);
      recordCreated(trx, view.id);
      return view;
    });
  }

  async delete(actor: UserActor, id: string): Promise<void> {
    const isDeleted = isId('svw', id) && (await deleteView(this.parts.db, actor.userId, id));
    if (!isDeleted) throw notFound('saved view');
  }
}
