import type { UserActor } from '../../../platform/actor.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated } from '../../../platform/db/transaction.ts';
import { type AppError, forbidden, invalidState } from '../../../platform/errors/app-error.ts';
import type { UploadedFile } from '../../../platform/http/uploads/uploads.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Caller } from '../caller.ts';
import { storeDocuments } from '../registration/seller-documents.ts';
import { insertDocuments } from '../registration/seller-documents.repository.ts';
import type { BecomeSellerBody } from '../schemas.ts';
import { makeSeller } from './accounts.ts';
import { lockUser } from './users.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

type BecomeSellerParts = Pick<Platform, 'db' | 'clock' | 'files' | 'audit'>;

/** A buyer's account becomes that of the owner of a new seller, with all that it has. */
export class BecomeSeller extends Service<BecomeSellerParts> {
  async become(
    actor: UserActor,
    form: BecomeSellerBody,
    files: readonly UploadedFile[],
    caller: Caller,
  ): Promise<void> {
    if (actor.role !== 'BUYER') throw notABuyer();
    if (files.length > 0 && !actor.emailVerified)
      throw forbidden(
        t(
          'Documents require a verified email address. Enter the code that we sent to it, or send them later.',
        ),
      );
    const { db, clock, files: stored, audit } = this.parts;
    const now = clock.now();
    const sellerId = newId('sel', now);
    const documents = await storeDocuments(stored, sellerId, files, now);
    try {
      await inTransaction(db, async (trx) => {
        const user = await lockUser(trx, actor.userId);
        if (user?.status !== 'active' || user.role !== 'BUYER') throw notABuyer();
        const company = { id: sellerId, companyName: form.companyName.trim(), country: form.country };
        const { slug } = await makeSeller(trx, user, company, now);
        recordCreated(trx, sellerId);
        await insertDocuments(trx, stored, { sellerId, userId: user.id }, documents, now);
        await audit.record(trx, {
          actor,
          action: 'account.became_seller',
          subject: { type: 'user', id: user.id },
          before: { role: user.role },
          after: { role: 'SELLER', seller: { id: sellerId, slug }, documents: documents.length },
          origin: caller,
        });
      });
    } catch (error) {
      await stored.discard(documents.map(({ storageKey }) => storageKey));
      // The account has joined a team in the meantime.
      throw isUniqueViolation(error, 'team_members_user_key') ? notABuyer() : error;
    }
  }
}

function notABuyer(): AppError {
  return invalidState(t('Only a buyer account can become a seller account.'));
}
