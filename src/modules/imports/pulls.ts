import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { addMs, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { found, notFound, overPlanLimit } from '../../platform/errors/app-error.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import { getSellerPlan } from '../billing/index.ts';
import { readFeedAddress } from './download.ts';
import type { ImportOptions } from './options.ts';
import { deletePull, findPull, lockDuePull, type PullRow, savePull, updatePull } from './pulls.repository.ts';
import type { ImportService } from './service.ts';
import { t } from '../../platform/errors/sentence.ts';

interface Pull {
  readonly row: PullRow;
  /** Null if the plan does not include pulls. */
  readonly everyMinutes: number | null;
}

/** Delay of a due pull while another import runs, and interval between checks if the plan does not include pulls. */
const WAIT_MS = MINUTE_MS;
const NO_PLAN_MINUTES = 1440;

type PullServiceParts = Pick<Platform, 'db' | 'clock'> & {
  readonly imports: ImportService;
  readonly allowPrivate: boolean;
};

export class PullService extends Service<PullServiceParts> {
  async get(sellerId: string): Promise<Pull> {
    const row = found('scheduled feed', await findPull(this.parts.db, sellerId));
    return { row, everyMinutes: await this.#minutes(sellerId) };
  }

  /** Sets the feed, to be fetched immediately for the first time. */
  async set(actor: SellerActor, body: ImportOptions & { readonly url: string }): Promise<Pull> {
    const { url: written, ...options } = body;
    const { sellerId } = actor.seller;
    const url = readFeedAddress(written, this.parts.allowPrivate);
    const everyMinutes = await this.#minutes(sellerId);
    if (everyMinutes === null) throw overPlanLimit(String(t('The plan does not include fetching feeds.')));
    const now = this.parts.clock.now();
    const row = await inTransaction(this.parts.db, (trx) =>
      savePull(trx, { sellerId, userId: actor.userId, url, options, nextAt: now, now }),
    );
    return { row, everyMinutes };
  }

  async remove(sellerId: string): Promise<void> {
    if (!(await deletePull(this.parts.db, sellerId))) throw notFound('scheduled feed');
  }

  /** Starts due pulls, each in one transaction. */
  async startDue(): Promise<void> {
    while (
      await inTransaction(this.parts.db, async (trx) => {
        const now = this.parts.clock.now();
        const pull = await lockDuePull(trx, now);
        if (pull === undefined) return false;
        const everyMinutes = (await getSellerPlan(trx, pull.seller_id)).limits.importPullMinutes;
        if (everyMinutes === null) {
          const nextAt = addMs(now, NO_PLAN_MINUTES * MINUTE_MS);
          await updatePull(trx, pull.seller_id, {
            next_at: nextAt,
            last_error: String(t('The plan does not include fetching feeds.')),
          });
          return true;
        }
        const started = await this.parts.imports.createByPull(trx, {
          sellerId: pull.seller_id,
          userId: pull.user_id,
          url: pull.url,
          options: pull.options,
        });
        await updatePull(trx, pull.seller_id, {
          next_at: addMs(now, started === null ? WAIT_MS : everyMinutes * MINUTE_MS),
          last_error: null,
          ...(started === null ? {} : { last_import_id: started.id }),
        });
        return true;
      })
    );
  }

  async #minutes(sellerId: string): Promise<number | null> {
    return (await getSellerPlan(this.parts.db, sellerId)).limits.importPullMinutes;
  }
}
