/**
 * H31: response times do not disclose which accounts exist. The test compares the work behind the time, because that is
 * exact: the hashes with their parameters, and the statements in their order.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newPerson } from '../http/auth/support.ts';
import { createUser } from '../support/factories.ts';
import { watchStatements } from '../support/statements.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const BACKGROUND = /\b(?:live_outbox|listing_changes|webhook_deliveries|jobs)\b/;

const work = vi.hoisted<string[]>(() => []);
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<{ verify: (stored: string, password: string) => Promise<boolean> }>();
  return {
    ...argon2,
    verify: (stored: string, password: string) => {
      work.push(`verify ${stored.slice(0, stored.indexOf('p=1$') + 4)}`);
      return argon2.verify(stored, password);
    },
  };
});

const sent = watchStatements();

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ rateLimits: true });
});
afterAll(() => t.close());

/** Returns the work for one response: statements by their text, hashes by their parameters. */
async function workOf(ask: () => Promise<unknown>): Promise<string[]> {
  work.length = 0;
  sent.clear();
  await ask();
  // Background jobs poll independently of sign-ins, so ignore their statements.
  const statements = sent.texts.filter((text) => !BACKGROUND.test(text));
  return [...work, ...statements];
}

it('signing in takes the same work for every address', async () => {
  const known = await newPerson(t);
  const suspended = await newPerson(t);
  const unverified = await createUser(t, { emailVerified: false });
  await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.userId).execute();
  const works = [];
  for (const email of [known.email, suspended.email, unverified.email, 'nobody@example.org', 'no address'])
    works.push(
      await workOf(() =>
        t.post('/api/auth/login', { email, password: 'Wrong#Lorry42' }, { ip: '203.0.113.9' }),
      ),
    );
  expect(works[0]).toContain('verify $argon2id$v=19$m=19456,t=2,p=1$');
  expect(works[0]?.filter((line) => !line.startsWith('verify')).length).toBeGreaterThan(0);
  for (const other of works) expect(other).toEqual(works[0]);
});
