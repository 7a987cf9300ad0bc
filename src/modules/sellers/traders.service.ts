import type { UserActor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { addMs, DAY_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { found, invalidState } from '../../platform/errors/app-error.ts';
import type { CountedRows, KeysetPage } from '../../platform/http/keyset.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import {
  findTrader,
  listUntraceable,
  recordTraderRequest,
  TRADER_PARTS,
  type TraderRow,
} from '../companies/index.ts';
import { traderRequestMail, traderPartKey } from './mail-templates.ts';
import { listOwners } from './team.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

export { TRADER_PARTS, type TraderRow };

/** Minimum time between two requests to the same seller. */
const REQUEST_INTERVAL_MS = 7 * DAY_MS;

/**
 * Trader information that the Digital Services Act requires (articles 30 and 31). Missing information has no
 * automatic effect: administrators request it, and decide about a suspension.
 */
export class TraderAdminService extends Service<Platform> {
  list(page: KeysetPage): Promise<CountedRows<TraderRow>> {
    return listUntraceable(this.parts.db, page);
  }

  async get(sellerId: string): Promise<TraderRow> {
    return found('seller', isId('sel', sellerId) && (await findTrader(this.parts.db, sellerId)));
  }

  /** Throws INVALID_STATE if nothing is missing, or the last request is less than seven days old. */
  async ask(actor: UserActor, sellerId: string, origin: Origin): Promise<void> {
    const trader = await this.get(sellerId);
    const { db, clock, mails, audit, wording, config } = this.parts;
    await inTransaction(db, async (trx) => {
      const now = clock.now();
      if (!(await recordTraderRequest(trx, trader.id, { now, since: addMs(now, -REQUEST_INTERVAL_MS) })))
        throw invalidState(t('No information is missing, or it was requested within the last seven days.'));
      for (const owner of await listOwners(trx, trader.id)) {
        const nameOf = (part: string): string =>
          wording.find([owner.language], traderPartKey(part))?.text ?? part;
        const missing = trader.missing.map((part) => `- ${nameOf(part)}`).join('\n');
        await mails.enqueue(
          trx,
          traderRequestMail(owner, { company: trader.company_name, missing }, config.baseUrl),
        );
      }
      await audit.record(trx, {
        actor,
        action: 'seller.asked_for_data',
        subject: { type: 'seller', id: trader.id },
        after: { missing: trader.missing },
        origin,
      });
    });
  }
}
