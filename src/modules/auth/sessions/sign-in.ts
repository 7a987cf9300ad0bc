import { hashPassword, needsRehash, verifyPassword } from '../../../platform/crypto/passwords.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import type { KnownDevices } from './known-devices.ts';
import { accountSuspended } from '../account/account-holder.ts';
import type { Client } from '../caller.ts';
import type { LoginBody } from '../schemas.ts';
import type { SignInFailures } from './sign-in-failures.ts';
import type { Sessions, TokenPair } from './sessions.ts';
import { findUserByEmail, lockWithPassword, setPasswordHash } from '../account/users.repository.ts';
import type { UserRow } from '../tables.ts';

type SignInParts = Pick<Platform, 'db'> & {
  readonly sessions: Sessions;
  readonly failures: SignInFailures;
  readonly devices: KnownDevices;
};

interface SignedIn {
  readonly user: UserRow;
  readonly tokens: TokenPair;
  readonly headers: Readonly<Record<string, string>>;
}

/** Unknown address, wrong password and erased account get the same answer after the same work. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  async signIn(credentials: LoginBody, client: Client): Promise<SignedIn> {
    const { db, devices, failures } = this.#parts;
    const known = await findUserByEmail(db, credentials.email);
    const source = await devices.sourceOf(known, credentials.refreshToken, client);
    const attempt = await failures.take(credentials.email, source, client);
    // Twice, since of two sign-ins at the same time one may renew the hash that the other has checked.
    const begun = (await this.#begin(credentials, client)) ?? (await this.#begin(credentials, client));
    if (begun === null) throw invalidCredentials();
    await failures.forgive(attempt);
    return { ...begun, headers: devices.remember(begun.user, source) };
  }

  /** null when the password has changed since it was checked. */
  async #begin(credentials: LoginBody, client: Client): Promise<{ user: UserRow; tokens: TokenPair } | null> {
    const { db, sessions } = this.#parts;
    const user = await findUserByEmail(db, credentials.email);
    const isRight = await verifyPassword(credentials.password, user?.password_hash ?? null);
    if (user === undefined || user.password_hash === null || !isRight) throw invalidCredentials();
    // Said only to those who know the password.
    if (user.status === 'suspended') throw accountSuspended();
    const hash = needsRehash(user.password_hash)
      ? await hashPassword(credentials.password)
      : user.password_hash;
    return inTransaction(db, async (trx) => {
      if (!(await lockWithPassword(trx, user))) return null;
      if (hash !== user.password_hash) await setPasswordHash(trx, user.id, hash);
      const tokens = await sessions.begin(trx, user, client);
      return { user: { ...user, password_hash: hash }, tokens };
    });
  }
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
}
