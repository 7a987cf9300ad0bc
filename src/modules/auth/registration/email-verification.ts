import { DAY_MS, HOUR_MS, addMs, secondsToMidnight } from '../../../platform/clock.ts';
import { hashToken, newCode } from '../../../platform/crypto/tokens.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import { clientNetwork } from '../../../platform/http/limits/connections.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { mailboxKey, countAgainstDay } from '../../../platform/mail/daily-limits.repository.ts';
import { foldedEmail } from '../../../platform/mail/folded-email.repository.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { replaceCode } from '../codes.repository.ts';
import { userVerified } from '../events.ts';
import { verificationMail } from '../mail-templates.ts';
import { findUser, findUserByEmail, markEmailVerified } from '../account/users.repository.ts';
import type { UserRow } from '../tables.ts';
import { consumeCode, consumeAttempt } from './verification-codes.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

const CODE_MS = HOUR_MS;
/** Lifetime of a link. It exceeds that of a code, because a signature cannot be guessed. */
const LINK_MS = DAY_MS;
/** Per code and requester. */
const TRIES_MAX = 5;
/** Per code, from all networks together: a botnet must not guess it. */
const NETWORK_TRIES_MAX = 15;
/** Limits the guesses, because each code allows new attempts, and the emails to one address. */
const CODES_PER_HOUR_MAX = 5;
/** UTC. The hourly limit alone would let a stranger guess a code within years. */
const CODES_PER_DAY_MAX = 15;
/** On top of both, for the signed-in account only: strangers cannot spend its codes by requesting them first. */
const OWN_CODES_EXTRA = 5;
const CODE_PURPOSE = 'verification-code';
const LINK_PURPOSE = 'verification-link';
const NETWORK_PURPOSE = 'verification-network';

type VerificationParts = Pick<Platform, 'db' | 'clock' | 'keys' | 'jobs' | 'mails' | 'events' | 'config'>;

interface SendCode {
  readonly email: string;
  /** Whether the account itself requested the code, signed in. */
  readonly isOwn?: boolean;
}

/** The sender of a request, as far as attempts are counted by it. */
export interface Requester {
  readonly ip: string;
  /** null when not signed in. */
  readonly userId: string | null;
}

/** Verifies that a person reads the email of the account's address, by a code of six digits or a signed link sent there. */
export class EmailVerification extends Service<VerificationParts> {
  readonly sendJob: JobDefinition<SendCode> = {
    name: 'auth.send-verification-code',
    lane: 'urgent',
    run: (requested) => this.#send(requested),
  };

  /**
   * Emails a new code, which replaces the previous one; nothing happens when there were too many in the hour.
   * @throws RATE_LIMITED when there were too many in the day
   */
  async issue(trx: Transaction, user: UserRow, { isOwn = false } = {}): Promise<void> {
    const { clock, config, mails } = this.parts;
    const extra = isOwn ? OWN_CODES_EXTRA : 0;
    const now = clock.now();
    const code = newCode();
    const issued = await replaceCode(trx, 'verification_codes', {
      userId: user.id,
      own: { column: 'created_at', value: now },
      hash: this.#hash(user.id, code),
      now,
      expiresAt: addMs(now, CODE_MS),
      windowStart: addMs(now, -HOUR_MS),
      issuedMax: CODES_PER_HOUR_MAX + extra,
    });
    if (!issued) return;
    await this.#takeOfAddress(trx, user.email, CODES_PER_DAY_MAX + extra, now);
    const link = `${config.baseUrl}/verify?${new URLSearchParams({ token: this.#linkToken(user, now) }).toString()}`;
    await mails.enqueue(trx, verificationMail(user, code, link), 'urgent');
  }

  async #takeOfAddress(trx: Transaction, email: string, max: number, now: Date): Promise<void> {
    const recipient = await mailboxKey(trx, this.parts.keys, email);
    if (await countAgainstDay(trx, { counted: `verification:${recipient}`, max, now })) return;
    throw rateLimited(t('An address can request {max} codes per day. Try again tomorrow.', { max }), {
      limit: max,
      waitSeconds: secondsToMidnight(now),
    });
  }

  /** Does the same work for every address; only the job looks whether there is an account. */
  async requestAgain(email: string, userId: string | null): Promise<void> {
    const { db, jobs } = this.parts;
    const requester = userId === null ? undefined : await findUser(db, userId);
    await inTransaction(db, async (trx) => {
      const key = await addressKey(trx, email);
      const isOwn = requester !== undefined && key === (await addressKey(trx, requester.email));
      await jobs.enqueue(trx, this.sendJob, { email, isOwn }, { dedupeKey: isOwn ? `${key}:own` : key });
    });
  }

  async #send({ email, isOwn = false }: SendCode): Promise<void> {
    const user = await findUserByEmail(this.parts.db, email);
    if (user === undefined || user.status !== 'active' || user.email_verified) return;
    await inTransaction(this.parts.db, (trx) => this.issue(trx, user, { isOwn })).catch((error: unknown) => {
      // The code before it stays.
      if (!(error instanceof AppError)) throw error;
    });
  }

  /** Throws the same error for a wrong, used-up or expired code and an unknown address. */
  async verify(email: string, text: string, requester: Requester): Promise<void> {
    const { db, clock, keys } = this.parts;
    const code = text.replaceAll(/\s/g, '');
    const taken = await consumeAttempt(db, {
      email,
      network: Buffer.from(keys.sign(NETWORK_PURPOSE, clientNetwork(requester.ip)), 'base64url'),
      userId: requester.userId,
      now: clock.now(),
      triesMax: TRIES_MAX,
      networkTriesMax: NETWORK_TRIES_MAX,
    });
    if (taken === undefined) throw invalidCode();
    const { user_id: userId, code_hash: hash } = taken;
    if (!keys.verify(CODE_PURPOSE, `${userId}:${code}`, hash.toString('base64url'))) throw invalidCode();
    await inTransaction(db, async (trx) => {
      if (!(await consumeCode(trx, userId, hash))) throw invalidCode();
      await this.#markVerified(trx, userId);
    });
  }

  /**
   * Verifies by the token of an emailed link, as often as it is used, while the account still has the address it was sent to.
   * @throws INVALID_CODE
   */
  async verifyByLink(token: string): Promise<void> {
    const { db, clock, keys } = this.parts;
    const [userId = '', expires = '', signature = ''] = token.split('.');
    const user = await findUser(db, userId);
    if (
      user?.status !== 'active' ||
      !keys.verify(LINK_PURPOSE, linkPayload(user, expires), signature) ||
      Number(expires) * 1000 <= clock.now().getTime()
    )
      throw new AppError('INVALID_CODE', t('The link is invalid or expired. Request a new email.'));
    await inTransaction(db, (trx) => this.#markVerified(trx, user.id));
  }

  #linkToken(user: UserRow, now: Date): string {
    const expires = String(Math.floor(addMs(now, LINK_MS).getTime() / 1000));
    return [user.id, expires, this.parts.keys.sign(LINK_PURPOSE, linkPayload(user, expires))].join('.');
  }

  async #markVerified(trx: Transaction, userId: string): Promise<void> {
    const { clock, events } = this.parts;
    const now = clock.now();
    const user = await markEmailVerified(trx, userId, now);
    if (user === undefined) return;
    const data = { user: { ...user, email_verified: true, verified_at: now.toISOString() } };
    await events.emit(trx, userVerified, data, { userId });
  }

  #hash(userId: string, code: string): Buffer {
    return Buffer.from(this.parts.keys.sign(CODE_PURPOSE, `${userId}:${code}`), 'base64url');
  }
}

/** Deduplicates jobs: at most one waiting job per address, however many codes are requested. */
export async function addressKey(trx: Transaction, email: string): Promise<string> {
  return hashToken(await foldedEmail(trx, email)).toString('base64url');
}

function linkPayload(user: UserRow, expires: string): string {
  return `${user.id}:${expires}:${user.email}`;
}

function invalidCode(): AppError {
  return new AppError(
    'INVALID_CODE',
    t('The verification code is wrong, used up or expired. Request a new one.'),
  );
}
