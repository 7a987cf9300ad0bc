import { verifyPassword } from '../../platform/crypto/passwords.ts';
import type { Database } from '../../platform/db/database.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from './accounts.ts';
import { DEMO_BUYERS, DEMO_MARKET } from './demo-market.ts';
import { FILLED_EMAILS } from './fill/people.ts';
import { generateMarket } from '@fifthwheel/demo-market';
import { world } from './world.ts';

/** Throws if the demo data was filled elsewhere and the public password of any demo account still works. */
export async function refuseDemoLogins(db: Database): Promise<void> {
  const accounts = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('email', 'in', [...demoEmails()])
    .where('status', '=', 'active')
    .execute();
  // Accounts that were made together share a hash.
  const emailOf = new Map(accounts.map(({ email, password_hash: hash }) => [hash, email]));
  for (const [hash, email] of emailOf) {
    if (await verifyPassword(DEMO_PASSWORD, hash)) {
      throw new StartError(
        `The database contains the demo data, and the password of ${email} is public. Use another database ` +
          '(DATA_DIR or DATABASE_URL), or start on loopback without NODE_ENV=production.',
      );
    }
  }
}

function demoEmails(): ReadonlySet<string> {
  const { buyers, sellers } = generateMarket({
    ...DEMO_MARKET,
    buyers: DEMO_BUYERS,
    listings: 0,
    now: new Date(0),
    world,
  });
  return new Set([
    ...Object.values(DEMO_EMAILS),
    ...Object.values(FILLED_EMAILS),
    ...[...buyers, ...sellers].map(({ email }) => email),
  ]);
}
