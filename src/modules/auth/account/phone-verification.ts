import type { UserActor } from '../../../platform/actor.ts';
import { personal } from '../../../platform/audit/audit-log.ts';
import { addMs, HOUR_MS, secondsToMidnight } from '../../../platform/clock.ts';
import { newCode } from '../../../platform/crypto/tokens.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, found, invalidField, invalidState } from '../../../platform/errors/app-error.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import { clientNetwork } from '../../../platform/http/limits/connections.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { countAgainstDay } from '../../../platform/mail/daily-limits.repository.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { toE164 } from '../../../platform/text/phone.ts';
import { fillPlaceholders } from '../../../platform/wording.ts';
import type { Settings } from '../../settings/index.ts';
import type { Caller } from '../caller.ts';
import { replaceCode, consumeAttemptOf } from '../codes.repository.ts';
import type { VerifyPhoneBody } from '../schemas.ts';
import { setVerifiedPhone, consumePhoneCode } from './phone-codes.repository.ts';
import { findUser } from './users.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

const CODE_MS = HOUR_MS;
const TRIES_MAX = 5;
/** Bounds the guesses, because each new code allows five more attempts, and the cost of messages. */
const CODES_PER_HOUR_MAX = 5;
/** Daily limits across all accounts: per number, and per network. */
const DAILY = { number: 5, network: 20 } as const;
const CODE_PURPOSE = 'phone-code';
const TEXT_PURPOSE = 'waiting-text';
const TEXT_KEY = 'texts.phone_code';
const ATTEMPTS_MAX = 5;

export const SEND_PHONE_CODE_JOB = 'auth.send-phone-code';

interface WaitingText {
  readonly userId: string;
  /** Number and text as JSON; base64. */
  readonly sealed: string;
  readonly expiresAt: string;
}

type Parts = Pick<Platform, 'db' | 'clock' | 'keys' | 'jobs' | 'audit' | 'wording' | 'texter'> & {
  readonly settings: Settings;
};

/** Verifies that a person reads the messages to a number, by six digits sent there. */
export class PhoneVerification extends Service<Parts> {
  readonly sendJob: JobDefinition<WaitingText> = {
    name: SEND_PHONE_CODE_JOB,
    lane: 'urgent',
    attemptsMax: ATTEMPTS_MAX,
    run: async ({ sealed, expiresAt }) => {
      const { clock, keys, texter } = this.parts;
      if (texter === null || clock.now() >= new Date(expiresAt)) return;
      await texter.send(JSON.parse(keys.open(TEXT_PURPOSE, Buffer.from(sealed, 'base64'))));
    },
  };

  /** The account keeps its number until the code is entered. */
  async request(actor: UserActor, body: VerifyPhoneBody, caller: Caller): Promise<void> {
    const { db, clock, texter } = this.parts;
    if (texter === null)
      throw invalidState(
        t('This marketplace does not send text messages, so it cannot verify phone numbers.'),
      );
    const user = found('account', await findUser(db, actor.userId));
    const phone = body.phone === undefined ? user.phone : toE164(body.phone);
    if (phone === null) throw invalidField('phone', t('is required because the account has none'));
    if (user.phone_verified && user.phone === phone)
      throw invalidState(t('The phone number is already verified.'));
    const now = clock.now();
    const code = newCode();
    const expiresAt = addMs(now, CODE_MS);
    await inTransaction(db, async (trx) => {
      await this.#take(trx, phone, caller, now);
      const isWritten = await replaceCode(trx, 'phone_codes', {
        userId: user.id,
        own: { column: 'phone', value: phone },
        hash: this.#hash(user.id, phone, code),
        now,
        expiresAt,
        windowStart: addMs(now, -HOUR_MS),
        issuedMax: CODES_PER_HOUR_MAX,
      });
      if (!isWritten)
        throw rateLimited(
          t('An account can request {max} codes per hour. Try again in an hour.', {
            max: CODES_PER_HOUR_MAX,
          }),
          {
            limit: CODES_PER_HOUR_MAX,
            waitSeconds: HOUR_MS / 1000,
          },
        );
      await this.#enqueue(trx, { userId: user.id, language: user.language, phone, code, expiresAt });
    });
  }

  async confirm(actor: UserActor, text: string, caller: Caller): Promise<void> {
    const { db, clock, keys, audit } = this.parts;
    const { userId } = actor;
    const code = text.replaceAll(/\s/g, '');
    const now = clock.now();
    const taken = await consumeAttemptOf(db, 'phone_codes', { userId, triesMax: TRIES_MAX, now });
    if (taken === undefined) throw invalidCode();
    const { phone, code_hash: hash } = taken;
    if (!keys.verify(CODE_PURPOSE, `${userId}:${phone}:${code}`, hash.toString('base64url')))
      throw invalidCode();
    await inTransaction(db, async (trx) => {
      if (!(await consumePhoneCode(trx, { userId, hash, now }))) throw invalidCode();
      if ((await setVerifiedPhone(trx, userId, phone, now)) === undefined) throw invalidCode();
      await audit.record(trx, {
        actor,
        action: 'phone.verified',
        subject: { type: 'user', id: userId },
        after: { phone: personal(phone, userId) },
        origin: caller,
      });
    });
  }

  /**
   * Keeps only keyed hashes of number and address, for two days. A limit for the whole instance is needed too: networks
   * and numbers are cheap to obtain, and attackers earn money from messages to premium numbers.
   */
  async #take(trx: Transaction, phone: string, { ip }: Caller, now: Date): Promise<void> {
    const { keys, settings } = this.parts;
    const hash = (kind: string, value: string): string =>
      `${kind}:${keys.sign(`daily-phone-${kind}`, value)}`;
    const ofMarket = settings.get('auth.phoneCodesPerDayMax');
    for (const { problem, name, max } of [
      {
        problem: t('A phone number can request {max} codes per day. Try again tomorrow.', {
          max: DAILY.number,
        }),
        name: hash('number', phone),
        max: DAILY.number,
      },
      {
        problem: t('Your network can request {max} codes per day. Try again tomorrow.', {
          max: DAILY.network,
        }),
        name: hash('network', clientNetwork(ip)),
        max: DAILY.network,
      },
      {
        problem: t('All accounts together can request {max} codes per day. Try again tomorrow.', {
          max: ofMarket,
        }),
        name: 'market',
        max: ofMarket,
      },
    ]) {
      if (max > 0 && (await countAgainstDay(trx, { counted: `phoneCode:${name}`, max, now }))) continue;
      throw rateLimited(problem, { limit: max, waitSeconds: secondsToMidnight(now) });
    }
  }

  async #enqueue(
    trx: Transaction,
    to: {
      readonly userId: string;
      readonly language: string;
      readonly phone: string;
      readonly code: string;
      readonly expiresAt: Date;
    },
  ): Promise<void> {
    const { jobs, keys, wording } = this.parts;
    const phrase = wording.find([to.language], TEXT_KEY);
    if (phrase === null) throw new Error('the text with a code has no words');
    const message = { to: to.phone, text: fillPlaceholders(phrase.text, { code: to.code }) };
    await jobs.enqueue(
      trx,
      this.sendJob,
      {
        userId: to.userId,
        sealed: keys.seal(TEXT_PURPOSE, JSON.stringify(message)).toString('base64'),
        expiresAt: to.expiresAt.toISOString(),
      },
      { account: to.userId },
    );
  }

  #hash(userId: string, phone: string, code: string): Buffer {
    return Buffer.from(this.parts.keys.sign(CODE_PURPOSE, `${userId}:${phone}:${code}`), 'base64url');
  }
}

function invalidCode(): AppError {
  return new AppError('INVALID_CODE', t('The code is wrong, used up or expired. Request a new one.'));
}
