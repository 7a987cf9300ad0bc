import { accountOf, type UserActor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import {
  type ErrorDetail,
  found,
  invalidField,
  invalidFields,
  notFound,
} from '../../../platform/errors/app-error.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import type { UploadedFile } from '../../../platform/http/uploads/uploads.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { toE164 } from '../../../platform/text/phone.ts';
import type { Settings } from '../../settings/index.ts';
import type { StoreAvatar } from './avatars.ts';
import { currencyProblems } from './currencies.ts';
import { Me, OwnSeller as AccountSeller, type UpdatedMe, type UpdateMeBody } from '../schemas.ts';
import { findSellerOf, type OwnSeller } from './own-seller.repository.ts';
import { findUser, setAvatar, updateProfile } from './users.repository.ts';
import type { UserRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

type ProfileParts = Pick<Platform, 'db' | 'clock'> & {
  readonly settings: Settings;
  readonly storeAvatar: StoreAvatar;
};

export class Profile extends Service<ProfileParts> {
  async get(actor: UserActor): Promise<Me> {
    const user = found('account', await findUser(this.parts.db, actor.userId));
    const seller = await findSellerOf(this.parts.db, actor.userId);
    return viewOf(user, seller);
  }

  problemsOf(body: UpdateMeBody): readonly ErrorDetail[] {
    return currencyProblems(body.currency, this.parts.settings);
  }

  /** Returns the given fields with their new values. */
  async update(actor: UserActor, body: UpdateMeBody): Promise<UpdatedMe> {
    const { db, clock } = this.parts;
    const problems = this.problemsOf(body);
    if (problems.length > 0) throw invalidFields(problems);
    const changes = {
      ...body,
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(typeof body.phone === 'string' ? { phone: toE164(body.phone) } : {}),
    };
    const user = found(
      'account',
      Object.keys(changes).length === 0
        ? await findUser(db, actor.userId)
        : await updateProfile(db, actor.userId, changes, clock.now()),
    );
    return { id: user.id, ...changes, updatedAt: user.updated_at.toISOString() };
  }

  async putAvatar(actor: UserActor, files: readonly UploadedFile[]): Promise<Me> {
    const { db, clock, storeAvatar } = this.parts;
    const [file] = files;
    if (file === undefined)
      throw invalidField('avatar', t('must be a file (multipart/form-data, field avatar)'));
    await storeAvatar(accountOf(actor), file, (avatar, claim) =>
      inTransaction(db, async (trx) => {
        await claim(trx);
        if (!(await setAvatar(trx, actor.userId, avatar, clock.now()))) throw notFound('account');
      }),
    );
    return this.get(actor);
  }

  /** The file is deleted once no row references it. */
  async removeAvatar(actor: UserActor): Promise<void> {
    await setAvatar(this.parts.db, actor.userId, null, this.parts.clock.now());
  }
}

function viewOf(user: UserRow, seller: OwnSeller | undefined): Me {
  return fromRow(Me, user, seller === undefined ? {} : { seller: sellerView(seller) });
}

function sellerView(seller: OwnSeller): NonNullable<Me['seller']> {
  return fromRow(AccountSeller, seller, {
    subscription: { plan: seller.plan, status: seller.subscription_status },
  });
}
