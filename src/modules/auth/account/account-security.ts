import { type Origin, personal } from '../../../platform/audit/audit-log.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type ErrorDetail, found, invalidFields } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { isAddressOrRange } from '../keys/address-list.ts';
import type { AccountSecurityBody, AccountSecurityView } from '../keys/api-key.schemas.ts';
import { findKeyRestrictions, type KeyRestrictions, setKeyRestrictions } from './users.repository.ts';

/** Restrictions on all API keys of an account. Signing in is not restricted, so nobody can lock themselves out. */
export class AccountSecurity {
  readonly #parts: Pick<Platform, 'db' | 'clock' | 'audit'>;

  constructor(parts: Pick<Platform, 'db' | 'clock' | 'audit'>) {
    this.#parts = parts;
  }

  async get(actor: UserActor): Promise<AccountSecurityView> {
    const row = found('account', await findKeyRestrictions(this.#parts.db, actor.userId));
    return viewOf(row);
  }

  /** Fields left out stay as they are. */
  async update(actor: UserActor, body: AccountSecurityBody, origin: Origin): Promise<AccountSecurityView> {
    const problems = restrictionProblems(body.ipRestriction);
    if (problems.length > 0) throw invalidFields(problems);
    const { db, clock, audit } = this.#parts;
    return inTransaction(db, async (trx) => {
      const before = found('account', await findKeyRestrictions(trx, actor.userId, { isLocked: true }));
      const after = {
        ip_restriction: body.ipRestriction?.enabled ?? before.ip_restriction,
        allowed_addresses:
          body.ipRestriction?.addresses.map((text) => text.trim()) ?? before.allowed_addresses,
        require_signature: body.requireSignature ?? before.require_signature,
      };
      await setKeyRestrictions(trx, actor.userId, after, clock.now());
      await audit.record(trx, {
        actor,
        action: 'account_security.changed',
        subject: { type: 'user', id: actor.userId },
        before: personal(viewOf(before), actor.userId),
        after: personal(viewOf(after), actor.userId),
        origin,
      });
      return viewOf(after);
    });
  }
}

export function restrictionProblems(restriction: AccountSecurityBody['ipRestriction']): ErrorDetail[] {
  if (restriction === undefined) return [];
  const { enabled, addresses } = restriction;
  if (enabled && addresses.length === 0) {
    const message = 'must not be empty while the restriction is on: no API key could be used';
    return [{ field: 'ipRestriction.addresses', message }];
  }
  return addresses.flatMap((text, i) =>
    isAddressOrRange(text.trim())
      ? []
      : [
          {
            field: `ipRestriction.addresses.${i}`,
            message: 'must be an IPv4 or IPv6 address or a range, such as 192.0.2.0/24',
          },
        ],
  );
}

function viewOf(row: KeyRestrictions): AccountSecurityView {
  return {
    ipRestriction: { enabled: row.ip_restriction, addresses: row.allowed_addresses },
    requireSignature: row.require_signature,
  };
}
