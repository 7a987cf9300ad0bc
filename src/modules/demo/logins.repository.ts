import { verifyPassword } from '../../platform/crypto/passwords.ts';
import type { Database } from '../../platform/db/database.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from './accounts.ts';
import { FILLED_EMAILS } from './fill/people.ts';
import '../auth/tables.ts';

/** Refuses to serve a market that was filled elsewhere while its well-known logins still work. */
export async function refuseDemoLogins(db: Database): Promise<void> {
  const accounts = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('email', 'in', [...Object.values(DEMO_EMAILS), ...Object.values(FILLED_EMAILS)])
    .where('status', '=', 'active')
    .execute();
  for (const { email, password_hash: hash } of accounts) {
    if (await verifyPassword(DEMO_PASSWORD, hash)) {
      throw new StartError(
        `The database holds the demo market, and everybody knows the password of ${email}: start with another database ` +
          '(DATA_DIR or DATABASE_URL), or on loopback without NODE_ENV=production',
      );
    }
  }
}
