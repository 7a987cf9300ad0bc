import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { found, invalidField, invalidState } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { findMember } from '../companies/index.ts';
import { type Auth, listWaitingDocuments, refuseDocuments } from '../auth/index.ts';
import { documentsRefusedMail } from './mail-templates.ts';
import { listWaiting, type WaitingRow } from './verifications.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

export interface Waiting extends WaitingRow {
  readonly documents: Awaited<ReturnType<typeof listWaitingDocuments>>;
}

/** Decisions about the documents that sellers send for verification. */
export class VerificationService extends Service<Platform & { readonly users: Auth['users'] }> {
  async list(page: Page): Promise<{ rows: readonly Waiting[]; total: number }> {
    const { db } = this.parts;
    const { rows, total } = await listWaiting(db, page);
    const documents = await listWaitingDocuments(
      db,
      rows.map((row) => row.seller_id),
    );
    return {
      rows: rows.map((row) => ({
        ...row,
        documents: documents.filter((document) => document.seller_id === row.seller_id),
      })),
      total,
    };
  }

  /**
   * Throws INVALID_STATE if another administrator has decided. Rejected documents are stored, but no longer pending.
   */
  async decide(
    actor: UserActor,
    sellerId: string,
    decision: { readonly verified: boolean; readonly reason: string | null },
    origin: Origin,
  ): Promise<void> {
    const { db, clock, mails, audit, config } = this.parts;
    const userId = found('seller', isId('sel', sellerId) && (await findMember(db, sellerId)));
    if (decision.verified) return this.parts.users.verifySeller(actor, userId, true, origin);
    const { reason } = decision;
    if (reason === null) throw invalidField('reason', t('is required because it is sent to the seller'));
    await inTransaction(db, async (trx) => {
      const sender = await refuseDocuments(trx, sellerId, reason, clock.now());
      if (sender === undefined)
        throw invalidState(t('No documents of this seller are waiting for a decision.'));
      await mails.enqueue(trx, documentsRefusedMail(sender, sender.company_name, reason, config.baseUrl));
      await audit.record(trx, {
        actor,
        action: 'seller.documents_refused',
        subject: { type: 'user', id: userId },
        before: { verified: false },
        after: { verified: false, reason: personal(reason, actor.userId, sender.id) },
        origin,
      });
    });
  }
}
