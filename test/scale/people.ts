import type { App } from '../../src/app/app.ts';
import { AccessTokens } from '../../src/modules/auth/index.ts';
import { FILLED_EMAILS } from '../../src/modules/demo/index.ts';
import { addMs, type Clock, DAY_MS } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Person } from './requests.ts';

const NAMES = {
  [FILLED_EMAILS.ordinaryDealer]: 'ordinary dealer',
  [FILLED_EMAILS.largestDealer]: 'largest dealer',
  [FILLED_EMAILS.ordinaryBuyer]: 'ordinary buyer',
  [FILLED_EMAILS.busiestBuyer]: 'busiest buyer',
} as const;

/** Signs in the ordinary and the busiest users of a filled marketplace. */
export async function peopleOf(app: App, clock: Clock): Promise<Person[]> {
  const found = await app.db
    .selectFrom('users as u')
    .leftJoin('team_members as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.role', 'm.seller_id'])
    .where('u.email', 'in', Object.values(FILLED_EMAILS))
    .execute();
  const people: Person[] = [];
  for (const { id: userId, email, role, seller_id: sellerId } of found) {
    const token = await signIn(app, clock, { userId, role });
    people.push({ name: NAMES[email as keyof typeof NAMES], token, userId, sellerId });
  }
  return people.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Creates a session, and returns an access token for it. */
export async function signIn(
  { db, platform }: App,
  clock: Clock,
  { userId, role }: { readonly userId: string; readonly role: 'BUYER' | 'SELLER' | 'ADMIN' },
): Promise<string> {
  const now = clock.now();
  const sessionId = newId('ses', now);
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      user_agent: null,
      ip: '127.0.0.1',
      created_at: now,
      // In the future, so that the server does not update the last use at some random point of the run.
      last_used_at: addMs(now, DAY_MS),
      expires_at: addMs(now, DAY_MS),
      ended_at: null,
      end_reason: null,
    })
    .execute();
  return new AccessTokens(platform.keys, clock).issue({ userId, sessionId, role });
}
