/** Emails that are written to files because no mail server is configured. */
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMs, DAY_MS, MINUTE_MS, OffsetClock } from '../../src/platform/clock.ts';
import { fileMailer } from '../../src/platform/mail/mailer.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'Longhaul24';
let t: TestApp;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'mails-'));
  t = await createTestApp({ mailer: fileMailer(directory, 'market@example.org', new OffsetClock()) });
  await t.app.runner.scheduleRecurring();
});
afterAll(async () => {
  await t.close();
  await rm(directory, { recursive: true });
});

const register = (email: string) =>
  t.post('/api/auth/register', { email, password: PASSWORD, name: 'Mia Mail', role: 'BUYER' });

async function recipients(): Promise<string[]> {
  const texts = await Promise.all(
    (await readdir(directory)).map((name) => readFile(path.join(directory, name), 'utf8')),
  );
  return texts.map((text) => /^To: (.*)$/m.exec(text)?.[1] ?? '').toSorted();
}

it('go with the account that they were written to, and those of others stay', async () => {
  const [email, pending, other] = ['Mia.Gone@example.org', 'mia.new@example.org', 'stays@example.org'];
  for (const address of [email, other, pending.replace('new', 'else')]) await register(address);
  const login = await t.post('/api/auth/login', { email, password: PASSWORD });
  const as: string = login.body.data.accessToken;
  expect((await t.post('/v1/account/email', { email: pending, password: PASSWORD }, { as })).status).toBe(
    200,
  );
  await t.drainJobs();
  expect(await recipients()).toEqual([email, 'mia.else@example.org', pending, other]);
  expect((await t.call('DELETE', '/api/auth/me', { as, body: { password: PASSWORD } })).status).toBe(204);
  const job = await t.db
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', 'mail.forget-files')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(job.payload)).not.toContain('mia');
  await t.drainJobs();
  expect(await recipients()).toEqual(['mia.else@example.org', other]);
});

it('are kept for 30 days', async () => {
  const age = async (name: string, ms: number): Promise<void> => {
    const modifiedAt = addMs(t.clock.now(), -ms);
    await utimes(path.join(directory, name), modifiedAt, modifiedAt);
  };
  const [old = '', young = ''] = await readdir(directory);
  await age(old, 30 * DAY_MS + MINUTE_MS);
  await age(young, 30 * DAY_MS - MINUTE_MS);
  await t.db
    .updateTable('jobs')
    .set({ run_at: t.clock.now() })
    .where('name', '=', 'mail.purge-states')
    .execute();
  await t.drainJobs();
  expect(await readdir(directory)).toEqual([young]);
});
