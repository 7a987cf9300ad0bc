import { passwordProblem } from '../../../platform/crypto/password-rule.ts';
import { hashPassword } from '../../../platform/crypto/passwords.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { StartError } from '../../../platform/errors/start-error.ts';
import { isEmail } from '../../../platform/http/request/formats.ts';
import type { Platform } from '../../../platform/module.ts';
import type { Settings } from '../../settings/index.ts';
import { createUser } from './accounts.ts';
import { commonPasswordProblems } from '../passwords/common-password.ts';
import { findUserByEmail, hasAdministrator, lockFirstAdministrator } from './users.repository.ts';

interface PasswordRules {
  readonly settings: Settings;
}

/** Creates the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD if there is none. */
export async function ensureAdministrator(
  parts: Pick<Platform, 'db' | 'clock' | 'config' | 'log'> & PasswordRules,
): Promise<void> {
  const { db, config, log } = parts;
  const { adminEmail: email, adminPassword: password } = config;
  if (email === null || password === null || (await hasAdministrator(db))) return;
  const passwordHash = await hashOf(password, parts);
  await inTransaction(db, async (trx) => {
    await lockFirstAdministrator(trx);
    if (await hasAdministrator(trx)) return;
    if ((await findUserByEmail(trx, email)) !== undefined) {
      log.warn(
        'ADMIN_EMAIL belongs to an account that is not an administrator; no administrator was created',
      );
      return;
    }
    await insertAdministrator(trx, parts, { email, passwordHash });
  });
}

export async function createAdministrator(
  parts: Pick<Platform, 'db' | 'clock'> & PasswordRules,
  email: string,
  password: string,
): Promise<void> {
  if (!isEmail(email)) throw new StartError(`"${email}" is not an email address`);
  const passwordHash = await hashOf(password, parts);
  await inTransaction(parts.db, async (trx) => {
    await lockFirstAdministrator(trx);
    const holder = await findUserByEmail(trx, email);
    if (holder?.role === 'ADMIN') throw new StartError(`${email} is already an administrator`);
    if (holder !== undefined)
      throw new StartError(
        `${email} belongs to an account that is not an administrator: choose another address`,
      );
    await insertAdministrator(trx, parts, { email, passwordHash });
  });
}

async function hashOf(password: string, { settings }: PasswordRules): Promise<string> {
  const [common] = commonPasswordProblems(settings, 'ADMIN_PASSWORD', password);
  const problem = passwordProblem(password) ?? common?.message;
  if (problem !== undefined) throw new StartError(`ADMIN_PASSWORD ${String(problem)}`);
  return hashPassword(password);
}

async function insertAdministrator(
  trx: Transaction,
  { clock }: Pick<Platform, 'clock'>,
  account: { email: string; passwordHash: string },
): Promise<void> {
  await createUser(trx, {
    ...account,
    name: 'Administrator',
    role: 'ADMIN',
    emailVerified: true,
    createdAt: clock.now(),
  });
}
