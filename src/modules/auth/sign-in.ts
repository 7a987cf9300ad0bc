import { hashPassword, needsRehash, verifyPassword } from '../../platform/crypto/passwords.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/module.ts';
import { clientOf } from './origin.ts';
import type { SignInFailures } from './sign-in-failures.ts';
import type { Sessions, TokenPair } from './sessions.ts';
import { findUserByEmail, renewPasswordHash, type UserRow } from './users.repository.ts';

type SignInParts = Pick<Platform, 'db'> & {
  readonly sessions: Sessions;
  readonly failures: SignInFailures;
};

/** Unknown address, wrong password and erased account get the same answer after the same work. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  async signIn(
    credentials: { readonly email: string; readonly password: string },
    context: RequestContext,
  ): Promise<{ user: UserRow; tokens: TokenPair }> {
    const { db, failures, sessions } = this.#parts;
    await failures.take(credentials.email, context);
    const user = await findUserByEmail(db, credentials.email);
    const isRight = await verifyPassword(credentials.password, user?.password_hash ?? null);
    if (user === undefined || !isRight) {
      throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
    }
    // Said only to those who know the password.
    if (user.status === 'suspended') throw accountSuspended();
    await failures.forgive(credentials.email);
    if (user.password_hash !== null && needsRehash(user.password_hash)) {
      await renewPasswordHash(db, user, await hashPassword(credentials.password));
    }
    const tokens = await inTransaction(db, (trx) => sessions.begin(trx, user, clientOf(context)));
    return { user, tokens };
  }
}

export function accountSuspended(): AppError {
  return new AppError('FORBIDDEN', 'This account is suspended. Please contact the support.');
}
