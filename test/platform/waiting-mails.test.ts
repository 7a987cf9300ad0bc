import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { Mail } from '../../src/platform/mail/mailer.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const EMAIL = 'waiting@example.org';

let t: TestApp;
const tried: Mail[] = [];
let isAway = true;
let onTried = (): void => {};

beforeAll(async () => {
  t = await createTestApp({
    mailer: {
      async send(mail) {
        tried.push(mail);
        onTried();
        if (isAway) throw new Error('the mail server is away');
      },
    },
  });
});
afterAll(() => t.close());

/** Returns every row of every table as text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(t.db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select r::text as row from ${sql.table(name)} r`.execute(
      t.db,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

it('an email that waits shows its recipient, and neither its link nor its code; it is sent as it was', async () => {
  await t.post('/api/auth/register', {
    email: EMAIL,
    password: 'Longhaul24',
    name: 'Wanda Waiting',
    role: 'BUYER',
  });
  await t.post('/api/auth/forgot-password', { email: EMAIL });
  await t.drainJobs({ mayFail: ['mail.send'] });
  const findInMails = (pattern: RegExp): string => {
    const found = tried.map((mail) => pattern.exec(mail.text)?.[1]).find((match) => match !== undefined);
    if (found === undefined) throw new Error(`no mail has ${pattern}`);
    return found;
  };
  const token = findInMails(/reset-password\?token=(\S+)/);
  const code = findInMails(/\b(\d{6})\b/);
  const { rows: waiting } = await sql<{ payload: unknown; to: string }>`
    select payload::text as payload, payload ->> 'to' as to from jobs where name = 'mail.send'`.execute(t.db);
  expect(waiting.map((job) => job.to)).toEqual([EMAIL, EMAIL]);
  for (const { payload } of waiting) expect(payload).not.toContain(code);
  const stored = await dumpDatabase();
  expect(stored).toContain(EMAIL);
  expect(stored).not.toContain(token);

  isAway = false;
  const attempts = tried.splice(0);
  t.clock.advance(60_000);
  await t.drainJobs();
  const bySubject = (a: Mail, b: Mail): number => a.subject.localeCompare(b.subject);
  expect(tried.toSorted(bySubject)).toEqual(attempts.toSorted(bySubject));
});

it('emails of one job are rendered one by one, each in a separate turn', async () => {
  let turn = 0;
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  const turns: number[] = [];
  onTried = () => turns.push(turn);
  try {
    await inTransaction(t.db, (trx) =>
      t.app.platform.mails.enqueueMany(
        trx,
        Array.from({ length: 12 }, (_, n) => ({
          to: `reader${n}@example.org`,
          language: 'en',
          name: 'seller_suspended',
          values: { name: 'Rita Reader', company: 'Dana Trucks', reason: 'None.' },
        })),
        { account: null, lane: 'whenever' },
      ),
    );
    await t.drainJobs();
  } finally {
    clearImmediate(counting);
    onTried = () => {};
  }
  expect(turns).toHaveLength(12);
  expect(new Set(turns).size).toBe(12);
});
