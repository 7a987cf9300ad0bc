import { addMs, HOUR_MS, secondsToMidnight } from '../../../platform/clock.ts';
import { newCode } from '../../../platform/crypto/tokens.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { personal } from '../../../platform/audit/audit-log.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { alreadyExists, AppError, invalidField } from '../../../platform/errors/app-error.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import { mailboxKey, countAgainstDay } from '../../../platform/mail/daily-limits.repository.ts';
import { foldedEmail } from '../../../platform/mail/folded-email.repository.ts';
import { recordFormerAddress } from '../../../platform/mail/mail-log.repository.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Caller } from '../caller.ts';
import { replaceCode, consumeAttemptOf } from '../codes.repository.ts';
import { userVerified } from '../events.ts';
import { emailChangedMail, emailChangeMail } from '../mail-templates.ts';
import { invalidateResetsOf } from '../passwords/password-resets.repository.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { ChangeEmailBody } from '../schemas.ts';
import type { UserRow } from '../tables.ts';
import { setEmail, consumeEmailChange } from './email-changes.repository.ts';
import { canonicalEmail } from '../../../platform/text/email.ts';
import { findUserByEmail, lockUser, lockWithPassword } from './users.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

const CODE_MS = HOUR_MS;
const TRIES_MAX = 5;
/** Bounds the guesses, because each new code allows five more tries, and the emails to addresses of other people. */
const CHANGES_PER_HOUR_MAX = 5;
/** Limit per address and day (UTC) across all accounts: until the code is entered, the address may belong to a stranger. */
const CODES_PER_DAY_MAX = 5;
const CODE_PURPOSE = 'email-change-code';

type EmailChangeParts = Pick<Platform, 'db' | 'clock' | 'keys' | 'mails' | 'events' | 'audit'> & {
  readonly passwords: Passwords;
};

/** Changes the address of an account: a code sent to the new address confirms it, and the old address is notified. */
export class EmailChange extends Service<EmailChangeParts> {
  /** The account keeps its address until the code is entered. */
  async request(actor: UserActor, body: ChangeEmailBody, caller: Caller): Promise<void> {
    const { db, clock, mails, passwords } = this.parts;
    const email = canonicalEmail(body.email);
    const user = await passwords.assertOwn(actor, 'password', body.password, caller);
    if (canonicalEmail(user.email).toLowerCase() === email.toLowerCase())
      throw invalidField('email', t('is already the address of the account'));
    if ((await findUserByEmail(db, email)) !== undefined) throw addressTaken();
    const now = clock.now();
    const code = newCode();
    await inTransaction(db, async (trx) => {
      if (!(await lockWithPassword(trx, user))) throw invalidField('password', t('is wrong'));
      await this.#takeOfAddress(trx, email, now);
      const isWritten = await replaceCode(trx, 'email_changes', {
        userId: user.id,
        own: { column: 'email', value: email },
        hash: this.#hash(user.id, email, code),
        now,
        expiresAt: addMs(now, CODE_MS),
        windowStart: addMs(now, -HOUR_MS),
        issuedMax: CHANGES_PER_HOUR_MAX,
      });
      if (!isWritten)
        throw rateLimited(
          t('An account can request {max} address changes per hour. Try again in an hour.', {
            max: CHANGES_PER_HOUR_MAX,
          }),
          { limit: CHANGES_PER_HOUR_MAX, waitSeconds: HOUR_MS / 1000 },
        );
      await mails.enqueue(trx, emailChangeMail({ ...user, email }, code), 'urgent');
    });
  }

  async #takeOfAddress(trx: Transaction, email: string, now: Date): Promise<void> {
    const recipient = await mailboxKey(trx, this.parts.keys, email);
    if (await countAgainstDay(trx, { counted: `emailChange:${recipient}`, max: CODES_PER_DAY_MAX, now }))
      return;
    throw rateLimited(
      t('An address can request {max} codes per day. Try again tomorrow.', { max: CODES_PER_DAY_MAX }),
      {
        limit: CODES_PER_DAY_MAX,
        waitSeconds: secondsToMidnight(now),
      },
    );
  }

  async confirm(actor: UserActor, text: string, caller: Caller): Promise<void> {
    const { db, clock, keys } = this.parts;
    const code = text.replaceAll(/\s/g, '');
    const { userId } = actor;
    const taken = await consumeAttemptOf(db, 'email_changes', {
      userId,
      triesMax: TRIES_MAX,
      now: clock.now(),
    });
    if (taken === undefined) throw invalidCode();
    const { code_hash: hash } = taken;
    try {
      await inTransaction(db, async (trx) => {
        const user = await lockUser(trx, userId);
        const email = await consumeEmailChange(trx, userId, hash);
        if (user === undefined || user.status !== 'active' || email === undefined) throw invalidCode();
        if (!keys.verify(CODE_PURPOSE, `${userId}:${email}:${code}`, hash.toString('base64url')))
          throw invalidCode();
        await this.#change(trx, user, email, { actor, caller });
      });
    } catch (error) {
      throw isUniqueViolation(error, 'users_email_key') ? addressTaken() : error;
    }
  }

  async #change(
    trx: Transaction,
    user: UserRow,
    email: string,
    { actor, caller }: { readonly actor: UserActor; readonly caller: Caller },
  ): Promise<void> {
    const { clock, mails, events, audit } = this.parts;
    const now = clock.now();
    await setEmail(trx, user.id, email, now);
    await recordFormerAddress(trx, user.id, await foldedEmail(trx, user.email));
    // Reset links sent to the old address must not give access to the account.
    await invalidateResetsOf(trx, user.id, now);
    if (!user.email_verified) {
      const { id, name, role } = user;
      const data = { user: { id, email, name, role, email_verified: true, verified_at: now.toISOString() } };
      await events.emit(trx, userVerified, data, { userId: id });
    }
    await mails.enqueue(trx, emailChangedMail(user, email), 'urgent');
    await audit.record(trx, {
      actor,
      action: 'email.changed',
      subject: { type: 'user', id: user.id },
      before: { email: personal(user.email, user.id) },
      after: { email: personal(email, user.id) },
      origin: caller,
    });
  }

  #hash(userId: string, email: string, code: string): Buffer {
    return Buffer.from(this.parts.keys.sign(CODE_PURPOSE, `${userId}:${email}:${code}`), 'base64url');
  }
}

function addressTaken(): AppError {
  return alreadyExists(t('An account with this email address already exists.'));
}

function invalidCode(): AppError {
  return new AppError('INVALID_CODE', t('The code is wrong, used up or expired. Request the change again.'));
}
