/** Values that administrators write by name are stored only after a schema has validated them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createAdmin, createListing, createSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp({ asOwner: true });
  admin = await createAdmin(t);
});
afterAll(() => t.close());

describe('names by language, and rates by currency', () => {
  it('422 for a key that is no language or currency, and nothing is stored', async () => {
    const feature = await t.put(
      '/api/admin/features/abs',
      { group: 'driving', names: { en: 'ABS', 'EN-GB': {} }, classes: ['TR', 'TU'] },
      { as: admin },
    );
    expect([feature.status, feature.body.error.details]).toEqual([
      422,
      [{ field: 'names.EN-GB', message: 'is not a language code such as en or de' }],
    ]);
    for (const names of [{ 'EN-GB': {} }, { 'a\nb': 1 }, { EN: 'x' }, { en: {} }, []]) {
      const created = await t.post('/api/admin/categories', { names, class: 'TR' }, { as: admin });
      expect([names, created.status]).toEqual([names, 422]);
    }
    const rates = await t.put(
      '/api/admin/settings/exchangeRates',
      { value: { base: 'EUR', rates: { USD: 1.1, usd: {}, x: -1 }, asOf: '2026-01-01' } },
      { as: admin },
    );
    expect([rates.status, rates.body.error.details]).toEqual([
      422,
      [
        { field: 'exchangeRates.rates.usd', message: 'is not a currency code such as USD' },
        { field: 'exchangeRates.rates.x', message: 'is not a currency code such as USD' },
      ],
    ]);
  });

  it('the database rejects them too, from every writer', async () => {
    for (const table of ['features', 'categories'])
      for (const names of [{ en: {} }, { 'EN-GB': 'x' }, ['x']])
        await expect(
          sql`update ${sql.table(table)} set names = ${JSON.stringify(names)}::jsonb`.execute(t.db),
        ).rejects.toMatchObject({ code: '23514' });
  });

  it('404 for a change of the history that no number of the database names', async () => {
    for (const historyId of [Number.MAX_SAFE_INTEGER, 1])
      expect(
        (await t.post('/api/admin/settings/listings.moderation/rollback', { historyId }, { as: admin }))
          .status,
      ).toBe(404);
    for (const historyId of [1e308, 2 ** 53, -1, 1.5, '1'])
      expect(
        (await t.post('/api/admin/settings/listings.moderation/rollback', { historyId }, { as: admin }))
          .status,
      ).toBe(422);
  });
});

describe('a server on a database with such rows', () => {
  it('starts, leaves them out, counts them and says so', async () => {
    const seller = await createSeller(t);
    const bad = await createListing(t, seller);
    const good = await createListing(t, seller);
    await sql`alter table features drop constraint features_names_are_texts`.execute(t.db);
    await sql`update features set names = '{"en": "ABS", "EN-GB": {}}' where code = 'abs'`.execute(t.db);
    await sql`insert into settings (name, value, updated_at) values
      ('exchangeRates', '{"base": "EUR", "rates": {"usd": {}}, "asOf": "2026-01-01"}', now())`.execute(t.db);
    const other = await createTestApp({ databaseUrl: t.databaseUrl });
    try {
      const ids = (await other.get('/api/search?limit=100')).body.data.results.map(
        ({ id }: { id: string }) => id,
      );
      expect(ids).toEqual(expect.arrayContaining([bad.listingId, good.listingId]));
      await other.app.health.refresh();
      const ready = await other.get('/readyz?verbose');
      expect([ready.status, ready.body.checks.taxonomy.unusable_names]).toEqual([200, 1]);
      expect((await other.get('/metrics')).text).toContain('fifthwheel_taxonomy_unusable_names 1');
      expect((await other.get('/v1/currencies')).body.data.rates.USD).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });
});
