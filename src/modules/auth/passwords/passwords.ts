/** Changes a password: with the current one, or with a link sent to the account's email address. */
import { ANONYMOUS, type UserActor } from '../../../platform/actor.ts';
import { HOUR_MS, addMs } from '../../../platform/clock.ts';
import { commonPasswordProblems } from './common-password.ts';
import { passwordProblem } from '../../../platform/crypto/password-rule.ts';
import { hashPassword, verifyPassword } from '../../../platform/crypto/passwords.ts';
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, type ErrorDetail, invalidFields } from '../../../platform/errors/app-error.ts';
import type { Settings } from '../../settings/index.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { addressKey } from '../registration/email-verification.ts';
import { accountReclaimed } from '../events.ts';
import { passwordChangedMail, passwordResetMail } from '../mail-templates.ts';
import type { Caller } from '../caller.ts';
import {
  countResetsSince,
  insertReset,
  isResetLive,
  consumeReset,
  invalidateResetsOf,
} from './password-resets.repository.ts';
import { currentSessionId } from '../sessions/sessions.ts';
import { mailboxKey, countAgainstDay } from '../../../platform/mail/daily-limits.repository.ts';
import { endSessionsOf } from '../sessions/sessions.repository.ts';
import type { SignInFailures, Source } from '../sessions/sign-in-failures.ts';
import { revokeKeysOf } from '../keys/api-keys.repository.ts';
import type { ChangePasswordBody } from '../schemas.ts';
import { findUser, findUserByEmail, lockWithPassword, setPassword } from '../account/users.repository.ts';
import type { UserRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

const RESET_MS = HOUR_MS;
const RESETS_PER_HOUR_MAX = 5;
const RESETS_PER_DAY_MAX = 10;
const RESET_TOKEN_PREFIX = 'fwpr_';

type PasswordsParts = Pick<
  Platform,
  'db' | 'clock' | 'jobs' | 'keys' | 'mails' | 'audit' | 'config' | 'events'
> & {
  readonly failures: SignInFailures;
  readonly settings: Settings;
};

export class Passwords extends Service<PasswordsParts> {
  readonly sendResetJob: JobDefinition<{ readonly email: string }> = {
    name: 'auth.send-password-reset',
    lane: 'urgent',
    run: ({ email }) => this.#sendReset(email),
  };

  /** Changes the password and ends all other sessions. Revokes the API keys unless the user keeps them. */
  async change(actor: UserActor, change: ChangePasswordBody, caller: Caller): Promise<void> {
    const { db, audit } = this.parts;
    const user = await this.#assertPassword(actor, 'currentPassword', change.currentPassword, caller, [
      ...newPasswordProblems('newPassword', change.newPassword, change.confirmPassword),
      ...commonPasswordProblems(this.parts.settings, 'newPassword', change.newPassword),
      ...(change.newPassword === change.currentPassword
        ? [{ field: 'newPassword', message: t('must differ from the current password') }]
        : []),
    ]);
    const hash = await hashPassword(change.newPassword);
    await inTransaction(db, async (trx) => {
      if (!(await lockWithPassword(trx, user))) throw wrongPassword('currentPassword');
      const keptSession = currentSessionId(actor) ?? undefined;
      const keepApiKeys = change.keepApiKeys === true;
      const revokedKeys = await this.#replace(trx, user, hash, { keptSession, keepApiKeys });
      await audit.record(trx, {
        actor,
        action: 'password.changed',
        subject: { type: 'user', id: user.id },
        after: { revokedKeys },
        origin: caller,
      });
    });
  }

  /** The account, once the password was right. Wrong ones count like those of a sign-in. */
  async assertOwn(actor: UserActor, field: string, password: string, caller: Caller): Promise<UserRow> {
    return this.#assertPassword(actor, field, password, caller, []);
  }

  async #assertPassword(
    actor: UserActor,
    field: string,
    password: string,
    caller: Caller,
    others: readonly ErrorDetail[],
  ): Promise<UserRow> {
    const { db, failures } = this.parts;
    const sessionId = currentSessionId(actor);
    const source: Source =
      sessionId === null ? { kind: 'network', ip: caller.ip } : { kind: 'session', id: sessionId };
    const attempt = await failures.take(actor.email, source, caller);
    const user = await findUser(db, actor.userId);
    const isRight = await verifyPassword(password, user?.password_hash ?? null);
    if (isRight) await failures.forgive(attempt);
    const problems = isRight ? others : [wrongPasswordDetail(field), ...others];
    if (user === undefined || problems.length > 0) throw invalidFields(problems);
    return user;
  }

  /** Does the same work for every address; only the job looks whether there is an account. */
  async requestReset(email: string): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      const dedupeKey = await addressKey(trx, email);
      await this.parts.jobs.enqueue(trx, this.sendResetJob, { email }, { dedupeKey });
    });
  }

  async #sendReset(email: string): Promise<void> {
    const { db, clock, keys, mails, config } = this.parts;
    const user = await findUserByEmail(db, email);
    if (user === undefined || user.status !== 'active') return;
    const now = clock.now();
    await inTransaction(db, async (trx) => {
      const recent = await countResetsSince(trx, user.id, addMs(now, -HOUR_MS));
      if (recent >= RESETS_PER_HOUR_MAX) return;
      const counted = `reset:${await mailboxKey(trx, keys, user.email)}`;
      if (!(await countAgainstDay(trx, { counted, max: RESETS_PER_DAY_MAX, now }))) return;
      const token = newToken(RESET_TOKEN_PREFIX);
      await invalidateResetsOf(trx, user.id, now);
      await insertReset(trx, {
        hash: hashToken(token),
        userId: user.id,
        createdAt: now,
        expiresAt: addMs(now, RESET_MS),
      });
      await mails.enqueue(trx, passwordResetMail(user, token, config.baseUrl), 'urgent');
    });
  }

  /** Sets a new password and ends all sessions and API keys. The token is consumed in the same transaction. */
  async reset(
    form: { readonly token: string; readonly password: string; readonly confirmPassword: string },
    caller: Caller,
  ): Promise<void> {
    const { db, clock, audit, events, failures } = this.parts;
    const problems = [
      ...newPasswordProblems('password', form.password, form.confirmPassword),
      ...commonPasswordProblems(this.parts.settings, 'password', form.password),
    ];
    if (problems.length > 0) throw invalidFields(problems);
    const token = hashToken(form.token);
    // Hashing is expensive, so unknown tokens are rejected first.
    if (!(await isResetLive(db, token, clock.now()))) throw invalidResetToken();
    const hash = await hashPassword(form.password);
    const email = await inTransaction(db, async (trx) => {
      const userId = await consumeReset(trx, token, clock.now());
      const user = userId === undefined ? undefined : await findUser(trx, userId);
      if (user === undefined || user.status !== 'active') throw invalidResetToken();
      const revokedKeys = await this.#replace(trx, user, hash, { keepApiKeys: false });
      if (!user.email_verified)
        await events.emit(trx, accountReclaimed, { user_id: user.id }, { userId: user.id });
      await audit.record(trx, {
        actor: ANONYMOUS,
        action: 'password.reset',
        subject: { type: 'user', id: user.id },
        after: { revokedKeys },
        origin: caller,
      });
      return user.email;
    });
    await failures.forgiveAll(email);
  }

  /** Returns how many API keys ended with the old password. */
  async #replace(
    trx: Transaction,
    user: UserRow,
    hash: string,
    options: { readonly keptSession?: string | undefined; readonly keepApiKeys: boolean },
  ): Promise<number> {
    const now = this.parts.clock.now();
    await setPassword(trx, user.id, hash, now);
    await invalidateResetsOf(trx, user.id, now);
    await endSessionsOf(trx, user.id, {
      reason: 'password_changed',
      now,
      except: options.keptSession,
    });
    const revokedKeys = options.keepApiKeys ? 0 : await revokeKeysOf(trx, user.id, now);
    await this.parts.mails.enqueue(trx, passwordChangedMail(user, { revokedKeys }), 'urgent');
    return revokedKeys;
  }
}

export function wrongPassword(field: string): AppError {
  return invalidFields([wrongPasswordDetail(field)]);
}

function wrongPasswordDetail(field: string): ErrorDetail {
  return { field, message: t('is not the password of the account') };
}

export function newPasswordProblems(field: string, password: string, confirmation: string): ErrorDetail[] {
  const problem = passwordProblem(password);
  return [
    ...(problem === null ? [] : [{ field, message: problem }]),
    ...(password === confirmation
      ? []
      : [{ field: 'confirmPassword', message: t('must match the new password') }]),
  ];
}

function invalidResetToken(): AppError {
  return new AppError(
    'INVALID_RESET_TOKEN',
    t('The reset token is wrong, used or expired. Request a new one.'),
  );
}
