import { sql } from 'kysely';
import { ANONYMOUS } from '../../platform/actor.ts';
import { later, MINUTE_MS } from '../../platform/clock.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/module.ts';
import { originOf } from './origin.ts';
import { findUserByEmail } from './users.repository.ts';
import './tables.ts';

const FAILURES_MAX = 10;
const WINDOW_MS = 15 * MINUTE_MS;

/**
 * Counts wrong passwords per account, whatever address they come from; the rate limit counts per address. After ten
 * in 15 minutes even the right password has to wait until the window ends, but no longer: nobody is locked out for
 * good. Addresses without an account are counted alike, so that nothing tells them apart.
 */
export class SignInFailures {
  readonly #parts: Pick<Platform, 'db' | 'clock' | 'keys' | 'audit' | 'config'>;

  constructor(parts: Pick<Platform, 'db' | 'clock' | 'keys' | 'audit' | 'config'>) {
    this.#parts = parts;
  }

  /** Counts before the password is checked, so that concurrent guesses count too. */
  async take(email: string, context: RequestContext): Promise<void> {
    const { config, db, clock } = this.#parts;
    if (!config.rateLimits) return;
    const now = clock.now();
    const windowEndsAt = later(now, WINDOW_MS);
    const { rows } = await sql<{ failures: number; window_ends_at: Date }>`
      insert into sign_in_failures as f (account_hash, failures, window_ends_at)
      values (${this.#hash(email)}, 1, ${windowEndsAt})
      on conflict (account_hash) do update set
        failures = case when f.window_ends_at <= ${now} then 1 else f.failures + 1 end,
        window_ends_at = case when f.window_ends_at <= ${now} then ${windowEndsAt} else f.window_ends_at end
      returning failures, window_ends_at`.execute(db);
    const [count] = rows;
    if (count === undefined || count.failures <= FAILURES_MAX) return;
    if (count.failures === FAILURES_MAX + 1) await this.#recordBlock(email, context);
    throw tooManyFailures(Math.ceil((count.window_ends_at.getTime() - now.getTime()) / 1000));
  }

  /** Resets the count after the right password. */
  async forgive(email: string): Promise<void> {
    if (!this.#parts.config.rateLimits) return;
    await this.#parts.db
      .deleteFrom('sign_in_failures')
      .where('account_hash', '=', this.#hash(email))
      .execute();
  }

  async #recordBlock(email: string, context: RequestContext): Promise<void> {
    const { db, audit } = this.#parts;
    const user = await findUserByEmail(db, email);
    await inTransaction(db, (trx) =>
      audit.record(trx, {
        actor: ANONYMOUS,
        action: 'sign_in.blocked',
        subject: { type: 'user', id: user?.id ?? null },
        after: { failures: FAILURES_MAX, minutes: WINDOW_MS / MINUTE_MS },
        origin: originOf(context),
      }),
    );
  }

  #hash(email: string): Buffer {
    return accountHash(this.#parts.keys, email);
  }
}

/** Stored as a keyed hash: the table does not reveal which addresses were tried. */
export function accountHash(keys: Keys, email: string): Buffer {
  return Buffer.from(keys.sign('sign-in-failures', email.toLowerCase()), 'base64url');
}

function tooManyFailures(seconds: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `There were too many wrong passwords for this account; try again in ${seconds} seconds, or reset the password.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
