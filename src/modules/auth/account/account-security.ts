import { personal } from '../../../platform/audit/audit-log.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type AppError, type ErrorDetail, found, invalidFields } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { isAddressOrRange } from '../keys/address-list.ts';
import type { AccountSecurityBody, AccountSecurityView } from '../keys/api-key.schemas.ts';
import type { Caller } from '../caller.ts';
import { type KeyRestrictions, loosens } from '../keys/key-restrictions.ts';
import { type Passwords, wrongPassword } from '../passwords/passwords.ts';
import { findKeyRestrictions, lockWithPassword, setKeyRestrictions } from './users.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

type AccountSecurityParts = Pick<Platform, 'db' | 'clock' | 'audit'> & { readonly passwords: Passwords };

/** Restrictions on all API keys of an account. Signing in is not restricted, so users cannot lock themselves out. */
export class AccountSecurity extends Service<AccountSecurityParts> {
  async get(actor: UserActor): Promise<AccountSecurityView> {
    const row = found('account', await findKeyRestrictions(this.parts.db, actor.userId));
    return viewOf(row);
  }

  /**
   * Fields left out keep their values. Loosening a restriction needs the password, as creating a key does: an attacker
   * with an open session must not be able to let in a stolen key.
   */
  async update(actor: UserActor, body: AccountSecurityBody, caller: Caller): Promise<AccountSecurityView> {
    const problems = restrictionProblems(body.ipRestriction);
    if (problems.length > 0) throw invalidFields(problems);
    const { db, clock, audit, passwords } = this.parts;
    const known = found('account', await findKeyRestrictions(db, actor.userId));
    const holder = loosens(known, changed(known, body))
      ? await passwords.assertOwn(actor, 'password', passwordOf(body), caller)
      : null;
    return inTransaction(db, async (trx) => {
      if (holder !== null && !(await lockWithPassword(trx, holder))) throw wrongPassword('password');
      const before = found('account', await findKeyRestrictions(trx, actor.userId, { isLocked: true }));
      const after = changed(before, body);
      // Another request may have tightened them since they were read.
      if (holder === null && loosens(before, after)) throw passwordRequired();
      await setKeyRestrictions(trx, actor.userId, after, clock.now());
      await audit.record(trx, {
        actor,
        action: 'account_security.changed',
        subject: { type: 'user', id: actor.userId },
        before: personal(viewOf(before), actor.userId),
        after: personal(viewOf(after), actor.userId),
        origin: caller,
      });
      return viewOf(after);
    });
  }
}

function changed(
  before: KeyRestrictions,
  { ipRestriction, requireSignature }: AccountSecurityBody,
): KeyRestrictions {
  return {
    ip_restriction: ipRestriction?.enabled ?? before.ip_restriction,
    allowed_addresses: ipRestriction?.addresses.map((text) => text.trim()) ?? before.allowed_addresses,
    require_signature: requireSignature ?? before.require_signature,
  };
}

function passwordOf({ password }: AccountSecurityBody): string {
  if (password === undefined) throw passwordRequired();
  return password;
}

function passwordRequired(): AppError {
  const message = t('is required because the change allows API keys that were blocked before');
  return invalidFields([{ field: 'password', message }]);
}

export function restrictionProblems(restriction: AccountSecurityBody['ipRestriction']): ErrorDetail[] {
  if (restriction === undefined) return [];
  const { enabled, addresses } = restriction;
  if (enabled && addresses.length === 0) {
    const message = t('must not be empty while the restriction is on, because no API key could be used');
    return [{ field: 'ipRestriction.addresses', message }];
  }
  return addresses.flatMap((text, i) =>
    isAddressOrRange(text.trim())
      ? []
      : [
          {
            field: `ipRestriction.addresses.${i}`,
            message: t('must be an IPv4 or IPv6 address or a range, such as 192.0.2.0/24'),
          },
        ],
  );
}

function viewOf(row: KeyRestrictions): AccountSecurityView {
  return {
    ipRestriction: { enabled: row.ip_restriction, addresses: [...row.allowed_addresses] },
    requireSignature: row.require_signature,
  };
}
