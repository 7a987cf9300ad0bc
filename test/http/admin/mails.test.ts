/** Delivery status of emails for administrators, without the content of the emails. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMs, DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Mail } from '../../../src/platform/mail/mailer.ts';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
let sent: Mail[] = [];
let problem: string | null = null;
/** Recipient that the mailer always rejects, whatever `problem` is. */
let refused = '';

beforeAll(async () => {
  t = await createTestApp({
    mailer: {
      async send(mail) {
        if (problem !== null || mail.to === refused) throw new Error(problem ?? 'mailbox full');
        sent.push(mail);
      },
    },
  });
  admin = await createAdmin(t);
});
beforeEach(async () => {
  await t.db.deleteFrom('mails').execute();
  await t.db.deleteFrom('jobs').where('name', 'like', 'mail.%').execute();
  sent = [];
  problem = null;
  refused = '';
});
afterAll(() => t.close());

interface MailEntry {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly state: string;
  readonly attempts: number;
  readonly reason: string | null;
  readonly canRetry: boolean;
}

let addressCount = 0;
const newAddress = (): string => `mia${++addressCount}@example.org`;

const register = (email: string) =>
  t.post('/api/auth/register', {
    email,
    password: 'Longhaul24',
    name: 'Mia Mail',
    role: 'BUYER',
    language: 'de',
  });
const read = (query = '') => t.get(`/api/admin/mails?${query}`, { as: admin });
const list = async (query = ''): Promise<MailEntry[]> => (await read(query)).body.data.mails;
const recipients = async (query: string): Promise<string[]> =>
  (await list(query)).map(({ recipient }) => recipient);
const retry = (id: string) => t.post(`/api/admin/mails/${id}/retry`, {}, { as: admin });
const firstMail = async (query = ''): Promise<MailEntry> => {
  const [mail] = await list(query);
  if (mail === undefined) throw new Error('there is no such mail');
  return mail;
};
const tryOnce = async (): Promise<void> => {
  await t.drainJobs({ mayFail: ['mail.send', 'mail.write-many'] });
};

/** Limits emails to one attempt and runs it, so that the delivery fails permanently. */
async function giveUp(): Promise<void> {
  await t.db.updateTable('jobs').set({ attempts_max: 1 }).where('name', 'like', 'mail.%').execute();
  await tryOnce();
}

it('an email is queued, then sent; its code, link and text are in no response', async () => {
  const email = newAddress();
  await register(email);
  expect(await firstMail()).toEqual({
    id: expect.stringMatching(/^mai_/),
    kind: 'verification',
    recipient: email,
    language: 'de',
    subject: expect.stringContaining('••••••'),
    state: 'queued',
    attempts: 0,
    reason: null,
    canRetry: true,
    createdAt: expect.any(String),
    doneAt: null,
  });
  await t.drainJobs();
  expect(await firstMail()).toMatchObject({
    state: 'sent',
    attempts: 1,
    canRetry: false,
    doneAt: expect.any(String),
  });
  await t.post('/api/auth/forgot-password', { email });
  await t.drainJobs();
  const texts = sent.map(({ text }) => text).join('\n');
  const code = /\b(\d{6})\b/.exec(texts)?.[1] ?? 'none';
  const token = /token=(\S+)/.exec(texts)?.[1] ?? 'none';
  const { text } = await read();
  expect(text).toContain('password_reset');
  for (const secret of [code, token, 'http:', 'Mia Mail']) expect(text).not.toContain(secret);
});

it('one that cannot be sent says why, waits, and fails at last; what the mail server quotes is covered', async () => {
  problem = '550 5.7.1 refused: https://market.example/reset-password?token=abc and 123456 look like spam';
  await register(newAddress());
  await tryOnce();
  const reason = '550 5.7.1 refused: … and •••••• look like spam';
  expect(await firstMail()).toMatchObject({ state: 'queued', attempts: 1, reason, doneAt: null });
  t.clock.advance(MINUTE_MS);
  await giveUp();
  expect(await firstMail()).toMatchObject({ state: 'failed', attempts: 2, reason, canRetry: true });
});

it('are found by state, by kind and by a part of the address', async () => {
  await register('anna@example.org');
  await t.drainJobs();
  await register('b_rta@example.org');
  problem = 'away';
  await t.post('/api/auth/forgot-password', { email: 'anna@example.org' });
  await tryOnce();
  expect(await recipients('state=queued&kind=verification')).toEqual(['b_rta@example.org']);
  expect(await recipients('state=sent')).toEqual(['anna@example.org']);
  expect(await recipients('kind=password_reset')).toEqual(['anna@example.org']);
  expect(await recipients('recipient=ANNA@')).toEqual(['anna@example.org', 'anna@example.org']);
  expect(await recipients('recipient=b_r')).toEqual(['b_rta@example.org']);
  expect(await recipients('recipient=n_a')).toEqual([]);
  expect((await read('state=lost')).status).toBe(400);
  const second = (await read('page=2&limit=2')).body.data;
  expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false });
  expect(second.mails).toHaveLength(1);
});

it('every kind has a name in the desk', () => {
  const texts = Object.keys(t.app.platform.wording.builtIn('en'));
  const kinds = texts.flatMap((key) => /^mails\.(\w+)\.subject$/.exec(key)?.[1] ?? []);
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !texts.includes(`ui.desk.mails.kind.${kind}`))).toEqual([]);
});

describe('sending again', () => {
  it('sends a failed email unchanged, once, and is audited', async () => {
    problem = 'the mail server is away';
    const email = newAddress();
    await register(email);
    await giveUp();
    problem = null;
    const { id } = await firstMail('state=failed');
    expect((await retry(id)).status).toBe(200);
    expect(await firstMail()).toMatchObject({ state: 'queued', attempts: 1 });
    await t.drainJobs();
    expect(sent.map(({ to }) => to)).toEqual([email]);
    expect(await firstMail()).toMatchObject({ state: 'sent', attempts: 2, reason: null });
    expect((await retry(id)).body.error.code).toBe('INVALID_STATE');
    const { entries } = (await t.get('/api/admin/audit-log?subjectType=mail', { as: admin })).body.data;
    expect(entries).toMatchObject([
      { action: 'mail.retried', subject: { type: 'mail', id }, before: { state: 'failed', attempts: 1 } },
    ]);
  });

  it('sends only the failed emails of a batch, and none twice', async () => {
    const to = Array.from({ length: 7 }, (_, n) => `p${n}@example.org`);
    refused = 'p3@example.org';
    await inTransaction(t.db, (trx) =>
      t.app.platform.mails.enqueueMany(
        trx,
        to.map((address) => ({
          to: address,
          language: 'en',
          name: 'password_changed',
          values: { name: address },
        })),
        { account: null, lane: 'soon' },
      ),
    );
    expect(await list('state=queued')).toHaveLength(7);
    await giveUp();
    expect(await list('state=sent')).toHaveLength(6);
    const failed = await firstMail('state=failed');
    expect(failed).toMatchObject({ recipient: refused, reason: 'mailbox full', canRetry: true });
    refused = '';
    expect((await retry(failed.id)).status).toBe(200);
    await t.drainJobs();
    expect(sent.map((mail) => mail.to).toSorted()).toEqual(to);
    expect(await list('state=sent')).toHaveLength(7);
  });

  it('is rejected while it is being sent, and if its content is deleted', async () => {
    await register(newAddress());
    const { id } = await firstMail();
    const jobs = t.db.updateTable('jobs').where('name', '=', 'mail.send');
    await jobs.set({ locked_until: addMs(t.clock.now(), MINUTE_MS), locked_by: 'elsewhere' }).execute();
    expect((await firstMail()).canRetry).toBe(false);
    expect([(await retry(id)).status, (await retry(id)).body.error.code]).toEqual([409, 'INVALID_STATE']);
    await jobs.set({ locked_until: null, locked_by: null }).execute();
    const [job] = (await t.get('/api/admin/jobs?name=mail.send', { as: admin })).body.data.jobs;
    expect((await t.post(`/api/admin/jobs/${job.id}/cancel`, {}, { as: admin })).status).toBe(200);
    expect(await firstMail()).toMatchObject({
      state: 'failed',
      reason: 'cancelled by an administrator',
      canRetry: false,
    });
    expect((await retry(id)).body.error.code).toBe('INVALID_STATE');
  });

  it('returns 404 for an unknown email', async () => {
    expect((await retry(newId('mai'))).status).toBe(404);
    expect((await retry('x')).status).toBe(404);
  });

  it('is what running its job again does', async () => {
    problem = 'away';
    await register(newAddress());
    await giveUp();
    const [job] = (await t.get('/api/admin/jobs?name=mail.send', { as: admin })).body.data.jobs;
    expect((await t.post(`/api/admin/jobs/${job.id}/retry`, {}, { as: admin })).status).toBe(200);
    expect(await firstMail()).toMatchObject({ state: 'queued', reason: 'away' });
  });
});

describe('states of emails', () => {
  it('go with the account, also those of emails that waited', async () => {
    const email = 'gone@example.org';
    await register(email);
    await t.drainJobs();
    problem = 'away';
    await t.post('/api/auth/forgot-password', { email });
    await register('stays@example.org');
    await tryOnce();
    expect(await recipients('recipient=gone')).toHaveLength(2);
    const login = await t.post('/api/auth/login', { email, password: 'Longhaul24' });
    const as: string = login.body.data.accessToken;
    const exportedMails = (await t.get('/api/auth/me/export', { as })).body.data.mails;
    expect(exportedMails.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['verification', 'sent'],
      ['password_reset', 'queued'],
    ]);
    const erased = await t.call('DELETE', '/api/auth/me', { as, body: { password: 'Longhaul24' } });
    expect(erased.status).toBe(204);
    expect(await recipients('')).toEqual(['stays@example.org']);
  });

  it('go with the account from every address that it had or was to have, sent or waiting', async () => {
    const password = 'Longhaul24';
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    const other = newAddress();
    await register(first);
    await register(other);
    await t.drainJobs();
    const login = await t.post('/api/auth/login', { email: first, password });
    const as: string = login.body.data.accessToken;
    await t.post('/v1/account/email', { email: second, password }, { as });
    await t.drainJobs();
    const code = /\b(\d{6})\b/.exec(sent.find(({ to }) => to === second)?.text ?? '')?.[1];
    expect((await t.post('/v1/account/email/confirm', { code }, { as })).status).toBe(200);
    await t.drainJobs();
    problem = 'away';
    for (const email of [newAddress(), third]) await t.post('/v1/account/email', { email, password }, { as });
    await tryOnce();
    expect(await recipients('kind=email_change')).toHaveLength(3);
    const exported = (await t.get('/api/auth/me/export', { as })).body.data.mails;
    expect(exported).toHaveLength(5);
    expect((await t.call('DELETE', '/api/auth/me', { as, body: { password } })).status).toBe(204);
    expect(await recipients('limit=100')).toEqual([other]);
    problem = null;
    const before = sent.length;
    t.clock.advance(MINUTE_MS);
    await t.drainJobs();
    expect(sent).toHaveLength(before);
  });

  it('are deleted together with the emails about a person', async () => {
    const about = newId('msg' as never);
    const mail = (to: string, subjectIds: readonly string[]) => ({
      to,
      language: 'en',
      name: 'password_changed',
      values: { name: to },
      about: subjectIds,
    });
    await inTransaction(t.db, async (trx) => {
      const { mails } = t.app.platform;
      await mails.enqueue(trx, mail('a@example.org', [about]));
      await mails.enqueue(trx, mail('b@example.org', []));
      await mails.enqueueMany(trx, [mail('c@example.org', [about]), mail('d@example.org', [])], {
        account: null,
        lane: 'soon',
      });
    });
    await inTransaction(t.db, (trx) => t.app.platform.mails.forget(trx, [about]));
    expect((await recipients('')).toSorted()).toEqual(['b@example.org', 'd@example.org']);
    await t.drainJobs();
    expect(await recipients('state=sent')).toHaveLength(2);
  });

  it('are kept for 30 days, and of the newest ten thousand', async () => {
    await t.app.runner.scheduleRecurring();
    const fill = (prefix: string, count: number, createdAt: Date) =>
      sql`
        insert into mails (id, name, recipient, language, subject, job_id, created_at)
        select ${prefix} || lpad(n::text, 6, '0'), 'notice', 'x@example.org', 'en', '', '', ${createdAt}
        from generate_series(1, ${count}) n`.execute(t.db);
    const run = async (): Promise<void> => {
      await t.db
        .updateTable('jobs')
        .set({ run_at: t.clock.now() })
        .where('name', '=', 'mail.purge-states')
        .execute();
      await t.drainJobs();
    };
    const readRemaining = async () =>
      (
        await sql<{ first: string; count: number }>`
          select min(id) as first, count(*)::int as count from mails`.execute(t.db)
      ).rows[0];
    await fill('mai_a', 5600, addMs(t.clock.now(), -30 * DAY_MS - MINUTE_MS));
    await fill('mai_b', 3, addMs(t.clock.now(), -30 * DAY_MS + MINUTE_MS));
    await run();
    expect(await readRemaining()).toEqual({ first: 'mai_b000001', count: 3 });
    await fill('mai_c', 10_004, t.clock.now());
    await run();
    expect(await readRemaining()).toEqual({ first: 'mai_c000005', count: 10_000 });
    const { pagination } = (await read('limit=1')).body.data;
    expect(pagination.total).toBe(10_000);
  });
});
