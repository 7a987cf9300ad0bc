import { sql } from 'kysely';
import { passwordProblem } from '../../platform/crypto/password-rule.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { inTransaction, type Queryable } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/module.ts';
import type { Settings } from '../settings/index.ts';
import { createUser } from './accounts.ts';
import { commonPasswordProblems } from './common-password.ts';
import { findUserByEmail } from './users.repository.ts';

/** Advisory lock, so that of processes starting at once one creates the administrator; nothing else uses the number. */
const FIRST_ADMINISTRATOR_LOCK = 7_204_412;

/** Creates the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD if there is none; returns whether it did. */
export async function ensureAdministrator(
  parts: Pick<Platform, 'db' | 'clock' | 'config' | 'log'> & { readonly settings: Settings },
): Promise<boolean> {
  const { db, clock, config, log, settings } = parts;
  const { adminEmail: email, adminPassword: password } = config;
  if (email === null || password === null || (await hasAdministrator(db))) return false;
  const [common] = commonPasswordProblems(settings, 'ADMIN_PASSWORD', password);
  const problem = passwordProblem(password) ?? common?.message;
  if (problem !== undefined) throw new Error(`ADMIN_PASSWORD ${problem}`);
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`.execute(trx);
    if (await hasAdministrator(trx)) return false;
    if ((await findUserByEmail(trx, email)) !== undefined) {
      log.warn('ADMIN_EMAIL belongs to an account that is no administrator; none was made');
      return false;
    }
    await createUser(trx, {
      email,
      name: 'Administrator',
      role: 'ADMIN',
      passwordHash,
      emailVerified: true,
      createdAt: clock.now(),
    });
    return true;
  });
}

async function hasAdministrator(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
