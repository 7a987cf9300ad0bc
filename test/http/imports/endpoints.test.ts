import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, DAY_MS } from '../../../src/platform/clock.ts';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import {
  errorReport,
  importFile,
  problemsOf,
  readJob,
  stockOf,
  upload,
} from '../../fixtures/imports/scene.ts';
import {
  createApiKey,
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
} from '../../support/factories.ts';
import { createTestApp, type TestResponse, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const BASE = '/api/seller/bulk-import';
const file = csvOf([truck('A-1')]);
const outcome = (response: TestResponse) => [response.status, response.body?.error?.code];
const detailOf = (response: TestResponse) =>
  response.body.error.details[0] as { field: string; message: string };

describe('POST /seller/bulk-import', () => {
  it('202 returns the job with the number of rows, before any is written', async () => {
    const seller = await createSeller(t);
    const response = await upload(t, seller, csvOf([truck('A-1'), truck('A-2')]), {}, '../../etc/März.csv');
    expect(response.status).toBe(202);
    expect(response.body.data.job).toMatchObject({
      status: 'queued',
      mode: 'upsert',
      preset: 'own',
      publish: 'draft',
      dryRun: false,
      source: 'upload',
      format: 'csv',
      filename: 'März.csv',
      totals: { rows: 2, created: 0 },
      startedAt: null,
      finishedAt: null,
    });
    expect(await stockOf(t, seller.sellerId)).toEqual([]);
    await t.drainJobs();
    expect(await readJob(t, seller, response.body.data.job.id)).toMatchObject({ status: 'completed' });
  });

  it('202 notifies the requested recipients at the end', async () => {
    const seller = await createSeller(t, { language: 'de' });
    const boss = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const unconfirmed = await createTeamMember(t, seller.sellerId, 'MANAGER');
    await t.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', unconfirmed.userId)
      .execute();
    const importAndListRecipients = async (...emails: string[]): Promise<string[]> => {
      t.mailbox.length = 0;
      await importFile(t, seller, file, { notifyEmails: emails.join(',') }, 'hof.csv');
      return t.mailbox.filter(({ text }) => text.includes('hof.csv')).map(({ to }) => to);
    };
    expect(await importAndListRecipients(seller.email, boss.email.toUpperCase())).toEqual([
      seller.email,
      boss.email,
    ]);
    const letter = t.mailbox.findLast(
      ({ to, text }) => to === seller.email && text.includes('Neue Inserate'),
    );
    expect(letter?.subject).toBe('Import abgeschlossen');
    expect(letter?.text).toContain('Datei: hof.csv');
    // No email goes to an unconfirmed address, a user outside the team, or an address without an account.
    const stranger = await createSeller(t);
    expect(await importAndListRecipients(unconfirmed.email, stranger.email, 'nobody@example.org')).toEqual(
      [],
    );
    const notices = await t.get('/api/notifications', { as: seller });
    expect(notices.body.data.notifications.at(-1)).toMatchObject({
      type: 'import_finished',
      data: { created: 1 },
    });
  });

  it('202 gives the addresses that were entered a link to the rejected rows, which needs no account', async () => {
    const seller = await createSeller(t);
    const rows = csvOf([truck('L-1'), truck('L-2', { brand: 'nobody' })]);
    const { id } = await importFile(t, seller, rows, { notifyEmails: seller.email });
    const letter = t.mailbox.findLast(
      ({ to, text }) => to === seller.email && text.includes('Rejected rows:'),
    );
    const link = new URL(/https:\/\/market\.example\/\S+/.exec(letter?.text ?? '')?.[0] ?? '');
    const report = await t.get(link.pathname + link.search);
    expect(report.text).toBe(await errorReport(t, seller, id));
    expect(report.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    const [token = ''] = link.searchParams.getAll('token');
    for (const forged of ['', id, `${token}x`, `imp_01JQ8Z6M3V0K9T2B7C4D5E6F7G.${token.split('.')[1]}`])
      expect(outcome(await t.get(`${link.pathname}?token=${forged}`))).toEqual([404, 'NOT_FOUND']);
  });

  it.each<[string, Record<string, string>, string]>([
    ['preset', { preset: 'excel' }, 'preset'],
    ['mode', { mode: 'replace' }, 'mode'],
    ['publish', { publish: 'now' }, 'publish'],
    ['encoding', { encoding: 'ebcdic' }, 'encoding'],
    ['four addresses', { notifyEmails: 'a@b.de,c@d.de,e@f.de,g@h.de' }, 'notifyEmails'],
    ['an address that is none', { notifyEmails: 'nobody' }, 'notifyEmails.0'],
    ['file and address', { url: 'https://example.org/a.csv' }, 'file'],
  ])('422 for %s', async (_name, fields, field) => {
    const seller = await createSeller(t);
    const response = await upload(t, seller, file, fields);
    expect(outcome(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(detailOf(response).field).toBe(field);
  });

  it.each([
    'ftp://example.org/a.csv',
    'not an address',
    'https://user:secret@example.org/a.csv',
    'file:///etc/passwd',
  ])('422 for the address %s', async (url) => {
    const seller = await createSeller(t);
    const response = await t.post(BASE, { url }, { as: seller });
    expect(outcome(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(detailOf(response).field).toBe('url');
  });

  it('422 without file and address', async () => {
    const seller = await createSeller(t);
    expect(outcome(await t.post(BASE, {}, { as: seller }))).toEqual([422, 'VALIDATION_ERROR']);
  });

  it('the plan decides how large a file may be: 413 for more bytes, 403 for more rows', async () => {
    const free = await createSeller(t);
    const professional = await createSeller(t, { plan: 'professional' });
    const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024 + 1, 'x');
    for (const [seller, most] of [
      [free, 20],
      [professional, 40],
    ] as const) {
      const response = await upload(t, seller, megabytes(most));
      expect(outcome(response)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(response.body.error.message).toBe(`stock.csv is larger than ${most} MB.`);
    }
    // The server reads the file and finds no header.
    expect(outcome(await upload(t, professional, megabytes(20)))).toEqual([422, 'VALIDATION_ERROR']);

    const keys = (count: number) => `external_id\n${'a\n'.repeat(count)}`;
    const refused = await upload(t, free, keys(10_001), { dryRun: true });
    expect(outcome(refused)).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(refused.body.error.message).toBe(
      'The file has more than 10000 rows, the maximum per import of the plan Free.',
    );
    const limitsOf = async (as: typeof free) =>
      (await t.get(`${BASE}/presets`, { as })).body.data.limits as unknown;
    expect(await limitsOf(free)).toEqual({ rows: 10_000, bytes: 20 * 1024 * 1024 });
    expect(await limitsOf(professional)).toEqual({ rows: 20_000, bytes: 40 * 1024 * 1024 });
    expect(await limitsOf(await createSeller(t, { plan: 'premium' }))).toEqual({
      rows: 100_000,
      bytes: 200 * 1024 * 1024,
    });
    expect(await limitsOf(await createSeller(t, { plan: 'enterprise' }))).toEqual({
      rows: 200_000,
      bytes: 200 * 1024 * 1024,
    });
  });

  it('403 when the rows of the day are used up, and not any more the next day; dry runs are free', async () => {
    const seller = await createSeller(t);
    const rows = (count: number) => csvOf(Array.from({ length: count }, (_, i) => truck(`Q-${i}`)));
    await importFile(t, seller, rows(300), { dryRun: true });
    await importFile(t, seller, rows(300));
    expect(outcome(await upload(t, seller, rows(201)))).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    const usage = await t.get('/api/subscriptions', { as: seller });
    expect(JSON.stringify(usage.body.data)).toContain('"importRowsPerDay":{"used":300,"limit":500}');
    t.clock.advance(DAY_MS);
    const tomorrow = { as: (await createTeamMember(t, seller.sellerId, 'MANAGER')).token };
    expect((await upload(t, tomorrow.as, rows(201))).status).toBe(202);
    await t.drainJobs();
  }, 60_000);

  it('409 while another import runs: of two at once exactly one begins', async () => {
    const seller = await createSeller(t);
    const responses = await Promise.all([
      upload(t, seller, file),
      upload(t, seller, file),
      upload(t, seller, file),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.error.code).toBe('INVALID_STATE');
    await t.drainJobs();
    expect((await upload(t, seller, file)).status).toBe(202);
    await t.drainJobs();
  });

  it('returns the same job for a repeated Idempotency-Key', async () => {
    const seller = await createSeller(t);
    const send = () =>
      t.post(
        BASE,
        { url: 'https://feed.example.org/stock.csv' },
        { as: seller, headers: { 'idempotency-key': 'k1' } },
      );
    const [first, second] = [await send(), await send()];
    expect(second.status).toBe(202);
    expect(second.body.data.job.id).toBe(first.body.data.job.id);
    await t.post(`${BASE}/${first.body.data.job.id}/cancel`, {}, { as: seller });
  });
});

describe('POST /seller/bulk-import/:id/cancel', () => {
  it('200 before it begins, and nothing is written', async () => {
    const seller = await createSeller(t);
    const { id } = (await upload(t, seller, file)).body.data.job;
    const response = await t.post(`${BASE}/${id}/cancel`, {}, { as: seller });
    expect([response.status, response.body.data.job.status]).toEqual([200, 'canceled']);
    await t.drainJobs();
    expect(await stockOf(t, seller.sellerId)).toEqual([]);
    expect((await upload(t, seller, file)).status).toBe(202);
    await t.drainJobs();
  });

  it('409 at its end', async () => {
    const seller = await createSeller(t);
    const { id } = await importFile(t, seller, file);
    expect(outcome(await t.post(`${BASE}/${id}/cancel`, {}, { as: seller }))).toEqual([409, 'INVALID_STATE']);
  });
});

describe('GET', () => {
  it('200 lists imports, newest first, by page and status', async () => {
    const seller = await createSeller(t);
    for (const name of ['one.csv', 'two.csv', 'three.csv']) await importFile(t, seller, file, {}, name);
    const list = await t.get(`${BASE}?limit=2`, { as: seller });
    expect(list.body.data.jobs.map((job: { filename: string }) => job.filename)).toEqual([
      'three.csv',
      'two.csv',
    ]);
    expect(list.body.data.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true });
    await t.db
      .updateTable('imports')
      .set({ created_at: addMs(t.clock.now(), 1000) })
      .where('seller_id', '=', seller.sellerId)
      .where('filename', '=', 'one.csv')
      .execute();
    const [newest] = (await t.get(`${BASE}?limit=1`, { as: seller })).body.data.jobs;
    expect(newest).toMatchObject({ filename: 'one.csv' });
    expect((await t.get(`${BASE}?status=failed`, { as: seller })).body.data.jobs).toEqual([]);
    expect(outcome(await t.get(`${BASE}?state=failed`, { as: seller }))).toEqual([400, 'INVALID_FILTER']);
  });

  it('200 names the problems of a file first, then those of its rows in their order, page by page', async () => {
    const seller = await createSeller(t);
    const broken = { price: 'much', mileage: 'far', year: 'old', transmission: 'magic', fuel_type: 'water' };
    const rows = [truck('O-1', broken), truck('O-2'), truck('O-3', { ...broken, paintwork: 'x' })];
    const { id } = await importFile(t, seller, csvOf(rows));
    const all = await problemsOf(t, seller, id);
    expect(all.length).toBeGreaterThan(9);
    const order = all.map(({ row }) => row ?? 0);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const fieldsOf = (row: number) => all.filter((problem) => problem.row === row).map(({ field }) => field);
    expect(fieldsOf(3)).toEqual(fieldsOf(1));
    for (const limit of [1, 4]) {
      const pages: unknown[] = [];
      for (let page = 1; (page - 1) * limit < all.length; page++)
        pages.push(...(await problemsOf(t, seller, id, `limit=${limit}&page=${page}`)));
      expect(pages).toEqual(all);
    }
    for (const severity of ['error', 'warning'] as const)
      expect(await problemsOf(t, seller, id, `limit=100&severity=${severity}`)).toEqual(
        all.filter((problem) => problem.severity === severity),
      );
  });

  it('200 pages through problems', async () => {
    const seller = await createSeller(t);
    const rows = Array.from({ length: 5 }, (_, i) => truck(`P-${i}`, { brand: 'nobody' }));
    const { id } = await importFile(t, seller, csvOf(rows));
    const second = await t.get(`${BASE}/${id}/errors?limit=2&page=2`, { as: seller });
    expect(second.body.data.errors.map((problem: { row: number }) => problem.row)).toEqual([3, 4]);
    expect(second.body.data.pagination).toMatchObject({ total: 5, totalPages: 3, hasMore: true });
    expect(outcome(await t.get(`${BASE}/${id}/errors?format=pdf`, { as: seller }))).toEqual([
      400,
      'INVALID_FILTER',
    ]);
  });

  it('200 describes the presets', async () => {
    const seller = await createSeller(t);
    const { presets } = (await t.get(`${BASE}/presets`, { as: seller })).body.data;
    expect(presets.map((preset: { name: string }) => preset.name)).toEqual([
      'own',
      'mobile_de_csv',
      'truckradar_xml',
      'ax10_csv',
    ]);
    expect(presets[0].columns.slice(0, 2)).toMatchObject([
      { column: 'external_id', field: 'externalId', required: true },
      { column: 'category', field: 'category', required: true },
    ]);
    expect(presets[1].columns[8]).toMatchObject({ column: 'ez', field: 'firstRegistration' });
  });

  it('404 for missing resources and for those of others', async () => {
    const [seller, other] = [await createSeller(t), await createSeller(t)];
    const { id } = await importFile(t, seller, file);
    for (const path of [
      id,
      `${id}/errors`,
      `${id}/errors?format=csv`,
      'imp_01JQ8Z6M3V0K9T2B7C4D5E6F7G',
      'x',
      'pull',
    ])
      expect(outcome(await t.get(`${BASE}/${path}`, { as: other }))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await t.post(`${BASE}/${id}/cancel`, {}, { as: other }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('permissions', () => {
  it('401 and 403 for accounts without a seller', async () => {
    expect(outcome(await t.get(BASE))).toEqual([401, 'UNAUTHORIZED']);
    for (const person of [await createBuyer(t), await createAdmin(t)]) {
      expect(outcome(await t.get(BASE, { as: person }))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await upload(t, person, file))).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('lets managers import, agents and viewers look', async () => {
    const seller = await createSeller(t);
    for (const [role, status] of [
      ['MANAGER', 202],
      ['AGENT', 403],
      ['VIEWER', 403],
    ] as const) {
      const member = await createTeamMember(t, seller.sellerId, role);
      expect((await upload(t, member, file)).status).toBe(status);
      for (const path of ['', '/presets', '/template.csv', '/export'])
        expect((await t.get(`${BASE}${path}`, { as: member })).status).toBe(200);
      await t.drainJobs();
    }
  });

  it('asks keys for their scope', async () => {
    const seller = await createSeller(t);
    const writing = await createApiKey(t, seller.userId, ['listings:write']);
    const reading = await createApiKey(t, seller.userId, ['listings:read']);
    expect(outcome(await upload(t, reading, file))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(outcome(await t.get(`${BASE}/export`, { as: writing }))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    for (const path of [BASE, `${BASE}/export`])
      expect((await t.get(path, { as: reading })).status).toBe(200);
    const response = await upload(t, writing, file);
    expect(response.status).toBe(202);
    await t.drainJobs();
    for (const key of [reading, writing])
      expect(await readJob(t, key, response.body.data.job.id)).toMatchObject({ totals: { created: 1 } });
  });
});
