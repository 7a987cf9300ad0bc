import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedCategories } from '../../../src/modules/taxonomy/seed/categories.ts';
import { seedFeatures } from '../../../src/modules/taxonomy/seed/features.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ asOwner: true });
});
afterAll(() => t.close());

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

async function migration(): Promise<string> {
  const name = (await readdir(MIGRATIONS)).find((file) => file.endsWith('_name_in_five_more_languages.sql'));
  return readFile(new URL(name ?? '', MIGRATIONS), 'utf8');
}

it('a taxonomy from before gets the names of five more languages, where nobody has changed what it had', async () => {
  await sql`update categories set names = jsonb_build_object('en', names->'en', 'de', names->'de')`.execute(
    t.db,
  );
  await sql`update features set names = jsonb_build_object('en', names->'en', 'de', names->'de')`.execute(
    t.db,
  );
  const renamed = { en: 'Lorries', de: 'Lastwagen' };
  const translated = { en: 'Vans', de: 'Transporter', fr: 'Camionnettes' };
  await sql`update categories set names = ${JSON.stringify(renamed)} where slug = 'trucks'`.execute(t.db);
  await sql`update categories set names = ${JSON.stringify(translated)} where slug = 'vans'`.execute(t.db);
  await sql.raw(await migration()).execute(t.db);
  const categories = await t.db.selectFrom('categories').select(['slug', 'names']).execute();
  const shipped = new Map(seedCategories.map(({ slug, names }) => [slug, names]));
  const expected = new Map<string, unknown>([...shipped, ['trucks', renamed], ['vans', translated]]);
  expect(new Map(categories.map(({ slug, names }) => [slug, names]))).toEqual(expected);
  const features = await t.db.selectFrom('features').select(['code', 'names']).execute();
  expect(new Map(features.map(({ code, names }) => [code, names]))).toEqual(
    new Map(seedFeatures.map(({ code, names }) => [code, names])),
  );
});
