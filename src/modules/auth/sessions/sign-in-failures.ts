import { ANONYMOUS } from '../../../platform/actor.ts';
import { addMs, MINUTE_MS } from '../../../platform/clock.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { AppError } from '../../../platform/errors/app-error.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import { clientNetwork } from '../../../platform/http/limits/connections.ts';
import { foldedEmail } from '../../../platform/mail/folded-email.repository.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { findUserByEmail } from '../account/users.repository.ts';
import {
  type Attempt,
  countFailure,
  forgiveAllFailures,
  forgiveFailures,
} from './sign-in-failures.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

const FAILURES_MAX = 10;
/** Limit for all unknown sources together, against guessing from many networks. */
const FAILURES_OF_ALL_MAX = 50;
const WINDOW_MS = 15 * MINUTE_MS;

/** Counts what unknown sources have in common. */
const ALL = Buffer.alloc(0);

/** Origin of a password attempt. A device is known once a user has signed in to this account on it. */
export type Source =
  | { readonly kind: 'network'; readonly ip: string }
  | { readonly kind: 'device'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string };

/**
 * Counts wrong passwords, whether or not the account exists. After ten in 15 minutes from one source, even the right
 * password has to wait there. Unknown sources also wait once they have had fifty together; known devices and sessions
 * do not, so strangers cannot lock an owner out.
 */
export class SignInFailures extends Service<Pick<Platform, 'db' | 'clock' | 'keys' | 'audit' | 'config'>> {
  /** Counts before the password is checked, so that concurrent guesses count too. */
  async take(email: string, source: Source, origin: Origin): Promise<Attempt | null> {
    const { config, db, keys } = this.parts;
    if (!config.rateLimits) return null;
    const attempt = {
      account: accountHash(keys, await foldedEmail(db, email)),
      source: this.#hashOf(source),
    };
    await this.#count(attempt.account, attempt.source, FAILURES_MAX, email, origin);
    if (source.kind === 'network')
      await this.#count(attempt.account, ALL, FAILURES_OF_ALL_MAX, email, origin);
    return attempt;
  }

  /** Forgets what the source has had wrong, after the right password. What others have had wrong stays. */
  async forgive(attempt: Attempt | null): Promise<void> {
    if (attempt === null) return;
    await forgiveFailures(this.parts.db, attempt, ALL);
  }

  /** Forgets all of an account, after a reset of its password. */
  async forgiveAll(email: string): Promise<void> {
    const { db, keys } = this.parts;
    const account = accountHash(keys, await foldedEmail(db, email));
    await forgiveAllFailures(db, account);
  }

  async #count(account: Buffer, source: Buffer, max: number, email: string, origin: Origin): Promise<void> {
    const { db, clock } = this.parts;
    const now = clock.now();
    const count = await countFailure(db, { account, source }, { now, windowEndsAt: addMs(now, WINDOW_MS) });
    if (count.failures <= max) return;
    if (count.failures === max + 1) await this.#recordBlock(email, max, origin);
    throw tooManyFailures(Math.ceil((count.window_ends_at.getTime() - now.getTime()) / 1000), max);
  }

  async #recordBlock(email: string, failures: number, origin: Origin): Promise<void> {
    const { db, audit } = this.parts;
    const user = await findUserByEmail(db, email);
    await inTransaction(db, (trx) =>
      audit.record(trx, {
        actor: ANONYMOUS,
        action: 'sign_in.blocked',
        subject: { type: 'user', id: user?.id ?? null },
        after: { failures, minutes: WINDOW_MS / MINUTE_MS },
        origin,
      }),
    );
  }

  #hashOf(source: Source): Buffer {
    const text = source.kind === 'network' ? clientNetwork(source.ip) : source.id;
    return Buffer.from(this.parts.keys.sign('sign-in-source', `${source.kind}:${text}`), 'base64url');
  }
}

/** Stored as a keyed hash: the table does not reveal which addresses were tried. Takes a folded address. */
export function accountHash(keys: Keys, folded: string): Buffer {
  return Buffer.from(keys.sign('sign-in-failures', folded), 'base64url');
}

function tooManyFailures(waitSeconds: number, limit: number): AppError {
  return rateLimited(
    t('Too many wrong passwords for this account. Try again in {seconds} seconds, or reset the password.', {
      seconds: waitSeconds,
    }),
    { limit, waitSeconds },
  );
}
