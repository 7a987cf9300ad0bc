import { HOUR_MS, addMs, secondsToMidnight } from '../../../platform/clock.ts';
import { hashToken, newCode } from '../../../platform/crypto/tokens.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { takeOfDay } from '../../../platform/mail/daily-limits.repository.ts';
import { foldedEmail } from '../../../platform/mail/folded-email.repository.ts';
import type { Platform } from '../../../platform/module.ts';
import { replaceCode } from '../codes.repository.ts';
import { userVerified } from '../events.ts';
import { verificationMail } from '../mail-templates.ts';
import { findUserByEmail, markEmailVerified } from '../account/users.repository.ts';
import type { UserRow } from '../tables.ts';
import { spendCode, takeTry } from './verification-codes.repository.ts';

const CODE_MS = HOUR_MS;
const TRIES_MAX = 5;
/** Bounds the guesses, since each new code brings five new tries, and the mails. */
const CODES_PER_HOUR_MAX = 5;
/** To one address (UTC). By the hour alone, whoever keeps asking would guess a code of a stranger's address within years. */
const CODES_PER_DAY_MAX = 15;
const CODE_PURPOSE = 'verification-code';

type VerificationParts = Pick<Platform, 'db' | 'clock' | 'keys' | 'jobs' | 'mails' | 'events'>;

/** Verifies that a person reads the mails of the account's address, by six digits sent there. */
export class EmailVerification {
  readonly #parts: VerificationParts;
  readonly sendJob: JobDefinition<{ readonly email: string }>;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
    this.sendJob = {
      name: 'auth.send-verification-code',
      lane: 'urgent',
      run: ({ email }) => this.#send(email),
    };
  }

  /**
   * Mails a new code, which replaces the previous one; nothing happens when there were too many in the hour.
   * @throws RATE_LIMITED when there were too many in the day
   */
  async issue(trx: Transaction, user: UserRow): Promise<void> {
    const { clock, mails } = this.#parts;
    const now = clock.now();
    const code = newCode();
    const issued = await replaceCode(trx, 'verification_codes', {
      userId: user.id,
      own: { column: 'created_at', value: now },
      hash: this.#hash(user.id, code),
      now,
      expiresAt: addMs(now, CODE_MS),
      windowStart: addMs(now, -HOUR_MS),
      issuedMax: CODES_PER_HOUR_MAX,
    });
    if (!issued) return;
    await this.#takeOfAddress(trx, user.email, now);
    await mails.enqueue(trx, verificationMail(user, code), 'urgent');
  }

  async #takeOfAddress(trx: Transaction, email: string, now: Date): Promise<void> {
    const recipient = this.#parts.keys.sign('daily-mail-recipient', await foldedEmail(trx, email));
    if (await takeOfDay(trx, { counted: `verification:${recipient}`, max: CODES_PER_DAY_MAX, now })) return;
    throw rateLimited(`An address gets ${CODES_PER_DAY_MAX} codes a day; wait until tomorrow (UTC).`, {
      limit: CODES_PER_DAY_MAX,
      waitSeconds: secondsToMidnight(now),
      now,
    });
  }

  /** Does the same work for every address; only the job looks whether there is an account. */
  async requestAgain(email: string): Promise<void> {
    await inTransaction(this.#parts.db, async (trx) => {
      const dedupeKey = await addressKey(trx, email);
      await this.#parts.jobs.enqueue(trx, this.sendJob, { email }, { dedupeKey });
    });
  }

  async #send(email: string): Promise<void> {
    const user = await findUserByEmail(this.#parts.db, email);
    if (user === undefined || user.status !== 'active' || user.email_verified) return;
    await inTransaction(this.#parts.db, (trx) => this.issue(trx, user)).catch((error: unknown) => {
      // The code before it stays.
      if (!(error instanceof AppError)) throw error;
    });
  }

  /** Throws the same error for a wrong, used-up or expired code and an unknown address. */
  async verify(email: string, text: string): Promise<void> {
    const { db, clock, keys } = this.#parts;
    const code = text.replaceAll(/\s/g, '');
    const taken = await takeTry(db, { email, triesMax: TRIES_MAX, now: clock.now() });
    if (taken === undefined) throw invalidCode();
    const { user_id: userId, code_hash: hash } = taken;
    if (!keys.verify(CODE_PURPOSE, `${userId}:${code}`, hash.toString('base64url'))) throw invalidCode();
    await inTransaction(db, async (trx) => {
      if (!(await spendCode(trx, userId, hash))) throw invalidCode();
      await this.#markVerified(trx, userId);
    });
  }

  async #markVerified(trx: Transaction, userId: string): Promise<void> {
    const { clock, events } = this.#parts;
    const now = clock.now();
    const user = await markEmailVerified(trx, userId, now);
    if (user === undefined) return;
    const data = { user: { ...user, email_verified: true, verified_at: now.toISOString() } };
    await events.emit(trx, userVerified, data, { userId });
  }

  #hash(userId: string, code: string): Buffer {
    return Buffer.from(this.#parts.keys.sign(CODE_PURPOSE, `${userId}:${code}`), 'base64url');
  }
}

/** At most one waiting job per address, however often a code is asked for. */
export async function addressKey(trx: Transaction, email: string): Promise<string> {
  return hashToken(await foldedEmail(trx, email)).toString('base64url');
}

function invalidCode(): AppError {
  return new AppError(
    'INVALID_CODE',
    'The verification code is wrong, used up or expired; ask for a new one.',
  );
}
