import { hashPassword, needsRehash, verifyPassword } from '../../../platform/crypto/passwords.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { KnownDevices } from './known-devices.ts';
import { accountSuspended } from '../account/account-holder.ts';
import type { Client } from '../caller.ts';
import type { LoginBody } from '../schemas.ts';
import type { SignInFailures } from './sign-in-failures.ts';
import { findUserByEmail, lockWithPassword, setPasswordHash } from '../account/users.repository.ts';
import type { UserRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

type SignInParts = Pick<Platform, 'db'> & {
  readonly failures: SignInFailures;
  readonly devices: KnownDevices;
};

/** Begins a session of one kind in the transaction of the sign-in, and returns what proves it. */
type StartSession<Proof> = (trx: Transaction, user: UserRow, client: Client) => Promise<Proof>;

interface SignedIn<Proof> {
  readonly user: UserRow;
  readonly proof: Proof;
  readonly headers: Readonly<Record<string, string>>;
}

/** An unknown address, a wrong password and an erased account get the same response after the same work. */
export class SignIn extends Service<SignInParts> {
  async signIn<Proof>(
    credentials: LoginBody,
    client: Client,
    begin: StartSession<Proof>,
  ): Promise<SignedIn<Proof>> {
    const { db, devices, failures } = this.parts;
    const known = await findUserByEmail(db, credentials.email);
    const source = await devices.sourceOf(known, credentials.refreshToken, client);
    const attempt = await failures.take(credentials.email, source, client);
    // Twice, since of two sign-ins at the same time one may renew the hash that the other has checked.
    const started =
      (await this.#begin(credentials, client, begin)) ?? (await this.#begin(credentials, client, begin));
    if (started === null) throw invalidCredentials();
    await failures.forgive(attempt);
    return { ...started, headers: devices.remember(started.user, source) };
  }

  /** null when the password has changed since it was checked. */
  async #begin<Proof>(
    credentials: LoginBody,
    client: Client,
    begin: StartSession<Proof>,
  ): Promise<{ user: UserRow; proof: Proof } | null> {
    const { db } = this.parts;
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
      const proof = await begin(trx, user, client);
      return { user: { ...user, password_hash: hash }, proof };
    });
  }
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', t('The email address or the password is wrong.'));
}
