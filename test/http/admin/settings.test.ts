import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdmin, createBuyer, type TestUser } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});

afterAll(() => t.close());

beforeEach(async () => {
  await t.patch(
    '/api/admin/settings',
    { settings: { 'listings.moderation': null, exchangeRates: null } },
    { as: admin },
  );
});

const put = (name: string, value: unknown) => t.put(`/api/admin/settings/${name}`, { value }, { as: admin });

describe('settings', () => {
  it('are listed with value, default and description', async () => {
    const { settings } = (await t.get('/api/admin/settings', { as: admin })).body.data;
    expect(
      settings.find((setting: { name: string }) => setting.name === 'listings.moderation'),
    ).toMatchObject({
      value: 'auto',
      default: 'auto',
      isDefault: true,
      updatedBy: null,
    });
  });

  it('are explained in the language of the request, else in English', async () => {
    const readDescription = async (language: string) =>
      (
        await t.get('/api/admin/settings/billing.sellerName', {
          as: admin,
          headers: { 'accept-language': language },
        })
      ).body.data.description;
    expect(await readDescription('de-AT, en;q=0.5')).toBe('Unser Name auf Rechnungen.');
    expect(await readDescription('pl')).toBe('Our name on invoices.');
    expect(await readDescription('pl, de;q=0.5')).toBe('Unser Name auf Rechnungen.');
  });

  it('change, keep a history, and roll back', async () => {
    expect((await put('listings.moderation', 'manual')).body.data).toMatchObject({
      value: 'manual',
      isDefault: false,
      updatedBy: admin.userId,
    });
    await put('listings.moderation', 'first_listing');
    const { history } = (await t.get('/api/admin/settings/listings.moderation/history', { as: admin })).body
      .data;
    expect(history[0]).toMatchObject({ before: 'manual', after: 'first_listing', changedBy: admin.userId });
    const rolled = await t.post(
      '/api/admin/settings/listings.moderation/rollback',
      { historyId: history[0].id },
      { as: admin },
    );
    expect(rolled.body.data.value).toBe('manual');
    expect((await t.del('/api/admin/settings/listings.moderation', { as: admin })).body.data).toMatchObject({
      value: 'auto',
      isDefault: true,
    });
  });

  it('are all or none', async () => {
    const response = await t.patch(
      '/api/admin/settings',
      {
        settings: {
          'listings.moderation': 'manual',
          'listings.moderatoin': 'x',
          'auth.requireVerifiedEmail': 'yes',
        },
      },
      { as: admin },
    );
    expect(response.status).toBe(422);
    expect(response.body.error.details).toEqual([
      { field: 'listings.moderatoin', message: 'is not a setting; did you mean listings.moderation?' },
      { field: 'auth.requireVerifiedEmail', message: 'must be true or false' },
    ]);
    expect((await t.get('/api/admin/settings/listings.moderation', { as: admin })).body.data.value).toBe(
      'auto',
    );
  });

  it('404 for an unknown setting, also for names of object properties', async () => {
    for (const name of ['nothing', 'constructor', '__proto__'])
      for (const [method, body] of [['GET'], ['PUT', { value: 1 }], ['DELETE']] as const) {
        const response = await t.call(method, `/api/admin/settings/${name}`, { as: admin, body });
        expect([method, name, response.status]).toEqual([method, name, 404]);
      }
  });

  it('are for administrators', async () => {
    expect((await t.get('/api/admin/settings', { as: await createBuyer(t) })).body.error.code).toBe(
      'FORBIDDEN',
    );
  });

  it('are in the audit log with before and after', async () => {
    await put('listings.moderation', 'manual');
    const entry = await t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'setting.changed')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: admin.userId,
      subject_id: 'listings.moderation',
      before: { value: 'auto' },
      after: { value: 'manual' },
    });
  });
});

describe('what was read can be sent back', () => {
  it('as the same list, without changing any value', async () => {
    await put('listings.moderation', 'manual');
    const read = async () => (await t.get('/api/admin/settings', { as: admin })).body.data;
    const before = await read();
    const same = await t.patch('/api/admin/settings', before, { as: admin });
    expect([same.status, same.body.data.settings.length]).toEqual([200, before.settings.length]);
    expect(await read()).toEqual(before);
    const edited = before.settings.map((setting: { name: string }) =>
      setting.name === 'reviews.moderation' ? { ...setting, value: 'manual' } : setting,
    );
    expect((await t.patch('/api/admin/settings', { settings: edited }, { as: admin })).status).toBe(200);
    const changed = (await read()).settings.filter(
      (setting: unknown, i: number) => JSON.stringify(setting) !== JSON.stringify(before.settings[i]),
    );
    expect(changed).toEqual([expect.objectContaining({ name: 'reviews.moderation', value: 'manual' })]);
    await t.del('/api/admin/settings/reviews.moderation', { as: admin });
  });

  it('as one setting', async () => {
    const { data } = (await t.get('/api/admin/settings/exchangeRates', { as: admin })).body;
    const sent = await t.put('/api/admin/settings/exchangeRates', data, { as: admin });
    expect([sent.status, sent.body.data.value]).toEqual([200, data.value]);
  });

  it('422 for a name that occurs twice, and for an unknown setting', async () => {
    const duplicates = [
      { name: 'reviews.moderation', value: 'auto' },
      { name: 'reviews.moderation', value: 'manual' },
    ];
    const response = await t.patch('/api/admin/settings', { settings: duplicates }, { as: admin });
    expect([response.status, response.body.error.details]).toEqual([
      422,
      [{ field: 'settings.1.name', message: 'occurs twice' }],
    ]);
    const unknown = await t.patch(
      '/api/admin/settings',
      { settings: [{ name: 'x', value: 1 }] },
      { as: admin },
    );
    expect(unknown.body.error.details).toEqual([{ field: 'x', message: 'is not a setting' }]);
  });
});

describe('exchange rates', () => {
  it('are imported from CSV and readable by all', async () => {
    const response = await t.post(
      '/api/admin/settings/exchangeRates/import',
      { csv: 'currency;rate\nUSD;1,25\nGBP;0.8\n', asOf: '2026-11-20' },
      { as: admin },
    );
    expect(response.status).toBe(201);
    const rates = (await t.get('/v1/currencies')).body.data;
    expect(rates).toMatchObject({ base: 'EUR', asOf: '2026-11-20', rates: { USD: 1.25, GBP: 0.8 } });
    expect(rates.rates.PLN).toBeGreaterThan(0);
  });

  it('422 naming the broken lines', async () => {
    const response = await t.post(
      '/api/admin/settings/exchangeRates/import',
      { csv: 'USD,1.1\nDollar,2\nGBP,-1', asOf: '2026-11-20' },
      { as: admin },
    );
    expect(fieldsOf(response)).toEqual(['csv.2', 'csv.3']);
  });
});
