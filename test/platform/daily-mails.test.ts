/** Daily limits of emails that sellers can send to addresses of their choice. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { takeDailyMail } from '../../src/platform/mail/daily-limits.repository.ts';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { importFile } from '../fixtures/imports/scene.ts';
import { createSeller, createTeamMember, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

type Kind = Parameters<typeof takeDailyMail>[2]['kind'];

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const take = (kind: Kind, sellerId: string, to: string): Promise<boolean> =>
  inTransaction(t.db, (trx) =>
    takeDailyMail(trx, t.app.platform.keys, { kind, sellerId, to, now: t.clock.now() }),
  );
const countTaken = async (
  times: number,
  kind: Kind,
  sellerId: (i: number) => string,
  to: (i: number) => string,
) => {
  const outcomes = await Promise.all(Array.from({ length: times }, (_, i) => take(kind, sellerId(i), to(i))));
  return outcomes.filter(Boolean).length;
};

it.each<[Kind, number, number]>([
  ['invitation', 30, 5],
  ['importResult', 100, 50],
])('%s: %i of a seller and %i to an address, also at once', async (kind, perSeller, perRecipient) => {
  const [firstSeller, secondSeller] = [`one-${kind}`, `other-${kind}`];
  const countForSeller = await countTaken(
    perSeller + 10,
    kind,
    () => firstSeller,
    (i) => `${kind}-${i}@example.org`,
  );
  expect(countForSeller).toBe(perSeller);
  expect(await take(kind, secondSeller, `${kind}@example.org`)).toBe(true);
  const countForRecipient = await countTaken(
    perRecipient + 10,
    kind,
    (i) => `${kind}-${i}`,
    () => `shared-${kind}@example.org`,
  );
  expect(countForRecipient).toBe(perRecipient);
  t.clock.advance(DAY_MS);
  expect(await take(kind, firstSeller, `shared-${kind}@example.org`)).toBe(true);
});

it('one mailbox has one count, whatever follows the plus of its addresses', async () => {
  const addresses = ['ida@one.example', 'Ida+offers@one.example', 'ida+a+b@one.example', ' ida+@one.example'];
  const mails = await countTaken(
    8,
    'invitation',
    (i) => `plus-${i}`,
    (i) => addresses[i % addresses.length] ?? '',
  );
  expect(mails).toBe(5);
  expect(await take('invitation', 'plus-other', '+ida@one.example')).toBe(true);
});

it('each kind of email has its own count', async () => {
  const to = 'both@example.org';
  expect(
    await countTaken(
      6,
      'invitation',
      (i) => `both-${i}`,
      () => to,
    ),
  ).toBe(5);
  expect(await take('importResult', 'both-0', to)).toBe(true);
});

it('counts of yesterday stay, older ones go, and none has an address in clear', async () => {
  const days = async (): Promise<string[]> => {
    const { rows } = await sql<{ day: string }>`
      select distinct day::text as day from daily_mails where counted like '%:gone' order by day`.execute(
      t.db,
    );
    return rows.map(({ day }) => day);
  };
  await take('invitation', 'gone', 'plain.address@example.org');
  const [first] = await days();
  t.clock.advance(DAY_MS);
  await take('invitation', 'gone', 'plain.address@example.org');
  const [, second] = await days();
  expect(await days()).toEqual([first, second]);
  t.clock.advance(DAY_MS);
  await take('invitation', 'gone', 'plain.address@example.org');
  expect(await days()).toEqual([second, t.clock.now().toISOString().slice(0, 10)]);
  const { rows } = await sql<{ text: string }>`select daily_mails::text as text from daily_mails`.execute(
    t.db,
  );
  expect(JSON.stringify(rows)).not.toContain('plain.address');
});

it('an import ends without an email to users over their daily limit, and notifies the others', async () => {
  const seller: TestSeller = await createSeller(t);
  const member = await createTeamMember(t, seller.sellerId, 'MANAGER');
  expect(
    await countTaken(
      50,
      'importResult',
      (i) => `busy-${i}`,
      () => member.email,
    ),
  ).toBe(50);
  t.mailbox.length = 0;
  const notifyEmails = `${member.email},${seller.email}`;
  const job = await importFile(t, seller, csvOf([truck('M-1')]), { notifyEmails }, 'full.csv');
  expect(job).toMatchObject({ status: 'completed', totals: { created: 1 } });
  const recipients = t.mailbox.filter(({ text }) => text.includes('full.csv')).map(({ to }) => to);
  expect(recipients).toEqual([seller.email]);
});
