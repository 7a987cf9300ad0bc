import { sql, type Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchMisses } from '../../../src/modules/discovery/misses.ts';
import type { ListingTable } from '../../../src/modules/listings/tables.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { createAdmin, createListing, createSeller, type TestListing } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: Awaited<ReturnType<typeof createAdmin>>;
let tractor: TestListing;
let reefer: TestListing;

async function fill({ listingId }: TestListing, columns: Updateable<ListingTable>): Promise<void> {
  await inTransaction(t.db, (trx) =>
    trx.updateTable('listings').set(columns).where('id', '=', listingId).execute(),
  );
}

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
  const seller = await createSeller(t, { companyName: 'Nordstern Nutzfahrzeuge GmbH' });
  tractor = await createListing(t, seller, { title: 'MAN TGX 18.510 BLS', city: 'München' });
  await fill(tractor, {
    power_kw: 375,
    color: 'red',
    cab_type: 'high_sleeper',
    features: ['retarder'],
    external_id: 'NS-4711',
    vin: 'WMAH06ZZ5HP012345',
    vin_public: true,
  });
  reefer = await createListing(t, seller, {
    title: 'Krone Cool Liner',
    category: 'semi-trailers',
    subcategory: 'refrigerated-semi-trailers',
    brand: 'krone',
    model: 'Cool Liner',
    city: 'Wien',
    country: 'AT',
  });
  await fill(reefer, {
    cooling: JSON.stringify({ maker: 'Carrier', model: 'Vector 1550' }),
    axle_make: 'SAF',
    axles: 3,
    external_id: 'KR7-204711',
  });
});
afterAll(() => t.close());

async function idsOf(query: string): Promise<string[]> {
  const response = await t.get(`/api/search?${query}`);
  expect(response.body.error).toBeUndefined();
  return response.body.data.results.map(({ id }: { id: string }) => id);
}
const toQuery = (text: string) => `q=${encodeURIComponent(text)}`;

describe('words of a search', () => {
  it.each([
    ['ciągnik siodłowy'],
    ['510 ps'],
    ['red man'],
    ['munich'],
    ['rote sattelzugmaschine mit retarder'],
    ['nordstern nutzfahrzeuge -krone'],
    ['NS-4711'],
    ['wmah06zz5hp012345'],
  ])('%s', async (text) => {
    expect(await idsOf(toQuery(text))).toEqual([tractor.listingId]);
  });

  it.each([['carrier vector'], ['saf achsen'], ['naczepa chłodnia'], ['3-achs kühlauflieger'], ['vienna']])(
    '%s',
    async (text) => {
      expect(await idsOf(toQuery(text))).toEqual([reefer.listingId]);
    },
  );

  it.each(['NS-4711', 'ns 4711', 'NS4711', '4711'])(
    'a stock number in any spelling, and by its digits: %s',
    async (number) => {
      expect(await idsOf(toQuery(number))).toEqual([tractor.listingId]);
    },
  );

  it.each(['KR7-204711', 'kr7 204711', 'KR7204711', 'kr7/204711', '204711'])(
    'so does one whose letters are followed by a digit: %s',
    async (number) => {
      expect(await idsOf(toQuery(number))).toEqual([reefer.listingId]);
    },
  );

  it.each(['MER4-100610', 'mer4 100610', '100610', 'WDB96340310123456'])(
    'a number that no listing has is reported: %s',
    async (number) => {
      const { data } = (await t.get(`/api/search?${toQuery(number)}`)).body;
      expect(data.results).toEqual([]);
      expect(data.interpreted.unknown_number).toBe(number);
    },
  );

  it.each(['red bicycle', 'qwertz 1845', 'NS-4711'])('nothing else is called a number: %s', async (text) => {
    expect(
      (await t.get(`/api/search?${toQuery(text)}`)).body.data.interpreted.unknown_number,
    ).toBeUndefined();
  });

  it.each(['price', 'year', 'created_at', 'views'])(
    'every order finds the same, of misspelt and rare words, too: %s',
    async (sort) => {
      for (const text of ['retader', 'tgx', 'carrier']) {
        const ids = await idsOf(toQuery(text));
        expect(ids).not.toEqual([]);
        expect((await idsOf(`${toQuery(text)}&sort=${sort}`)).toSorted()).toEqual(ids.toSorted());
      }
    },
  );

  it('a listing is found by its id', async () => {
    expect(await idsOf(toQuery(tractor.listingId))).toEqual([tractor.listingId]);
  });

  it.each([
    ['min_power=500&max_power=520', true],
    ['min_power=520', false],
    ['color=red', true],
    ['color=blue', false],
    ['cab=high_sleeper,mega_sleeper', true],
    ['axle_make=saf', false],
  ])('%s narrows', async (query, isFound) => {
    expect(await idsOf(`${query}&brand=man`)).toHaveLength(isFound ? 1 : 0);
  });

  it('are reported, including those that had to be dropped', async () => {
    const read = (await t.get(`/api/search?${toQuery('red man tgx without adr near rome')}`)).body.data;
    expect(read.results).toHaveLength(1);
    expect(read.interpreted).toMatchObject({
      brand: ['man'],
      model: ['TGX', 'eTGX'],
      left_out: ['red', 'rome'],
    });
    const misspelt = (await t.get(`/api/search?${toQuery('retader')}`)).body.data;
    expect(misspelt.interpreted).toMatchObject({
      features: ['retarder'],
      did_you_mean: [{ typed: 'retader', meant: 'retarder' }],
    });
  });

  it('report the place that they search around', async () => {
    const read = (await t.get(`/api/search?${toQuery('man bei augsburg')}`)).body.data;
    expect(read.interpreted).toMatchObject({ brand: ['man'], lat: 48.372, lng: 10.899, radius: 60 });
  });

  it('are rejected if a parameter is invalid', async () => {
    const refused = await t.get('/api/search?color=reed&min_power=9&max_power=8');
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toHaveLength(2);
  });
});

describe('readings of the text', () => {
  async function interpretedOf(text: string, language = 'de') {
    const response = await t.get(`/api/search?${toQuery(text)}`, {
      headers: { 'accept-language': language },
    });
    return response.body.data;
  }

  it('names each part as parameters, with labels in the language of the request', async () => {
    const { interpreted } = await interpretedOf(
      'MAN sattelzugmaschine mit retarder ohne adr bei münchen über 400 ps',
    );
    expect(interpreted.readings).toMatchObject([
      { kind: 'make', parameters: { brand: ['man'] }, label: 'MAN' },
      { kind: 'category', parameters: { category: ['tractor-units'] }, label: 'Sattelzugmaschinen' },
      { kind: 'talk' },
      { kind: 'equipment', parameters: { features: ['retarder'] } },
      { excluded: true },
      { kind: 'place', parameters: { city: 'Munich', radius: 60 } },
      { kind: 'number', parameters: { min_power: 400 } },
    ]);
    expect(interpreted.relaxed).toBeUndefined();
  });

  it('name the dropped place and the distance of the nearest vehicle, which comes first', async () => {
    const { results, interpreted } = await interpretedOf('sattelzugmaschine bei dresden');
    expect(interpreted).toMatchObject({
      left_out: ['dresden'],
      relaxed: [{ typed: 'dresden', kind: 'place', parameters: { city: 'Dresden', radius: 60 } }],
      nearest: { place: 'Dresden', distance: expect.any(Number) },
    });
    expect(Math.round(results[0].distance)).toBe(interpreted.nearest.distance);
  });

  it('say where a parameter takes precedence', async () => {
    const response = await t.get('/api/search?q=man+ab+2015&min_year=2010');
    expect(response.body.data.interpreted.readings).toMatchObject([
      { kind: 'make' },
      { parameters: { min_year: 2015 }, overridden: true },
    ]);
  });
});

describe('a listing without a subcategory', () => {
  it('is found by the name of its body beside those that have one', async () => {
    const seller = await createSeller(t);
    const trailer = { category: 'trailers', subcategory: null, brand: 'humbaur', model: 'HTK' };
    const byBody = await createListing(t, seller, { ...trailer, title: 'Humbaur HTK 105024' });
    await fill(byBody, { body_type: 'tipper-trailers' });
    const byTitle = await createListing(t, seller, { ...trailer, title: 'Humbaur HTK Kipper' });
    const filed = await createListing(t, seller, { ...trailer, subcategory: 'tipper-trailers' });
    const all = [byBody, byTitle, filed].map(({ listingId }) => listingId);
    expect((await idsOf(toQuery('tipper trailer'))).toSorted()).toEqual(all.toSorted());
    expect(await idsOf('category=tipper-trailers')).toEqual([filed.listingId]);
  });
});

describe('a change of the taxonomy', () => {
  it('is reloaded during searches, and cached responses are dropped', async () => {
    expect(await idsOf(toQuery('quarkwagen'))).toEqual([]);
    const changed = await t.patch(
      '/api/admin/categories/refrigerated-semi-trailers',
      { aliases: ['Quarkwagen'] },
      { as: admin },
    );
    expect(changed.status).toBe(200);
    // The search uses the old or the new names, but it always returns results.
    expect(await idsOf(toQuery('krone'))).toEqual([reefer.listingId]);
    await t.app.settle();
    expect(await idsOf(toQuery('quarkwagen'))).toEqual([reefer.listingId]);
    const { interpreted } = (await t.get(`/api/search?${toQuery('quarkwagen')}`)).body.data;
    expect(interpreted).toMatchObject({ category: ['refrigerated-semi-trailers'] });
  });
});

describe('suggestions', () => {
  it('offer categories and bodies in the language of the reader when asked to', async () => {
    const suggest = (types: string, language: string) =>
      t.get(`/api/search/suggestions?q=naczep&types=${types}`, { headers: { 'accept-language': language } });
    expect((await suggest('category,body', 'pl')).body.data.suggestions).toMatchObject([
      { type: 'body', value: 'Naczepy chłodnie', slug: 'refrigerated-semi-trailers' },
      { type: 'category', value: 'Naczepy', slug: 'semi-trailers' },
    ]);
    expect((await suggest('category', 'en')).body.data.suggestions).toMatchObject([]);
    expect((await t.get('/api/search/suggestions?q=kr')).body.data.suggestions).toMatchObject([
      { type: 'brand', value: 'Krone', slug: 'krone' },
    ]);
    expect((await suggest('nothing', 'en')).status).toBe(400);
  });
});

describe('suggestions of what is not in the catalog', () => {
  const suggested = async (q: string, types: string) =>
    (await t.get(`/api/search/suggestions?q=${encodeURIComponent(q)}&types=${types}`)).body.data.suggestions;

  it('are towns, dealers, and listings by their number', async () => {
    expect(await suggested('dresd', 'place')).toMatchObject([
      { type: 'place', value: 'Dresden', country: 'DE', parameters: { city: 'Dresden', radius: 60 } },
    ]);
    // Towns keep the typed spelling, and European towns come first.
    expect(await suggested('Münch', 'place')).toMatchObject([
      { value: 'München', country: 'DE', parameters: { city: 'München' } },
      {},
      {},
    ]);
    expect((await suggested('man', 'place'))[0]).toMatchObject({ value: 'Manchester', country: 'GB' });
    expect(await suggested('nutzfahr', 'seller')).toMatchObject([
      { type: 'seller', value: 'Nordstern Nutzfahrzeuge GmbH', parameters: { seller: expect.any(String) } },
    ]);
    expect(await suggested('NS-4711', 'listing')).toMatchObject([
      { type: 'listing', value: 'MAN TGX 18.510 BLS', slug: expect.any(String) },
    ]);
    expect(await suggested('%%%', 'seller')).toEqual([]);
    expect(await suggested('dr', 'place,seller,listing')).toEqual([]);
  });

  it('are the towns of a postal code, which the filter takes as well', async () => {
    await fill(tractor, { postal_code: '80939' });
    expect(await suggested('8093', 'place')).toMatchObject([{ value: '80939 München', country: 'DE' }]);
    for (const city of ['80939', '80935', '80939 München', 'D-80939'])
      expect(await idsOf(`city=${encodeURIComponent(city)}&radius=50`)).toContain(tractor.listingId);
    // A postal code without a vehicle belongs to the area of a town.
    expect(await suggested('81249', 'place')).toMatchObject([{ value: '81249 München', country: 'DE' }]);
    for (const city of ['81249', 'D-81249'])
      expect(await idsOf(`city=${encodeURIComponent(city)}&radius=50`)).toContain(tractor.listingId);
    expect(await idsOf('city=81249&country=FR&radius=50')).toEqual([]);
    const unknown = await t.get('/api/search?city=9999999&radius=50');
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'LOCATION_NOT_FOUND']);
  });
});

describe('administrators', () => {
  it('see what was not found, try words for it and put them into force', async () => {
    await idsOf(toQuery('Brummikutsche'));
    await idsOf(toQuery('brummikutsche'));
    const misses = (await t.get('/api/admin/search/misses', { as: admin })).body.data.misses;
    expect(misses[0]).toMatchObject({ words: 'brummikutsche' });
    expect(misses[0].times).toBeGreaterThan(0);
    const synonyms = [{ word: 'brummikutsche', meaning: 'Sattelzugmaschine' }];
    const preview = await t.post('/api/admin/search/preview', { synonyms }, { as: admin });
    expect(preview.body.data.queries).toContainEqual({
      q: 'brummikutsche',
      before: { total: 0, interpreted: {} },
      after: { total: 1, interpreted: { category: ['tractor-units'] } },
    });
    expect(await idsOf(toQuery('brummikutsche'))).toEqual([]);
    const written = await t.patch(
      '/api/admin/settings',
      { settings: { 'search.synonyms': synonyms } },
      { as: admin },
    );
    expect(written.body.error).toBeUndefined();
    expect(await idsOf(toQuery('brummikutsche'))).toEqual([tractor.listingId]);
  });

  it('see 500 different searches of half a minute, and how often each of them came', async () => {
    const misses = new SearchMisses(t.app.platform);
    for (let number = 1; number <= 501; number++) misses.record(`Unfindable ${number}`);
    misses.record('unfindable  500');
    misses.record('unfindable 501');
    await misses.write();
    await misses.write();
    const { rows } = await sql<{ words: string; times: number }>`
      select words, times from search_misses where words like 'unfindable %'`.execute(t.db);
    expect(rows).toHaveLength(500);
    expect(rows.filter(({ times }) => times > 1)).toEqual([{ words: 'unfindable 500', times: 2 }]);
    expect(rows.map(({ words }) => words)).not.toContain('unfindable 501');
    await sql`delete from search_misses where words like 'unfindable %'`.execute(t.db);
  });

  it('alone do', async () => {
    expect((await t.get('/api/admin/search/misses')).status).toBe(401);
    expect((await t.post('/api/admin/search/preview', {})).status).toBe(401);
  });
});
