import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { createAdmin, createListing, createSeller, type TestListing } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let actros: TestListing;
let cheap: TestListing;

interface Hit {
  id: string;
  title: string;
  price: number;
}

beforeAll(async () => {
  t = await createTestApp();
  const seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true });
  actros = await createListing(t, seller, {
    title: 'Mercedes-Benz Actros 1845 4x2',
    brand: 'mercedes-benz',
    model: 'Actros',
    year: 2019,
    price: 52_000,
  });
  cheap = await createListing(t, seller, {
    title: 'Mercedes-Benz Actros 2545 6x2',
    brand: 'mercedes-benz',
    model: 'Actros',
    year: 2014,
    price: 18_500,
    city: 'Wien',
    country: 'AT',
  });
  await createListing(t, seller, {
    title: 'Volvo FH 500',
    brand: 'volvo',
    model: 'FH',
    year: 2021,
    price: 79_000,
  });
  await createListing(t, seller, {
    title: 'Scania R450 in preparation',
    brand: 'scania',
    model: 'R-series',
    status: 'DRAFT',
  });
  await createListing(t, seller, {
    title: 'Krone Cool Liner',
    category: 'semi-trailers',
    subcategory: 'refrigerated-semi-trailers',
    brand: 'krone',
    model: 'Cool Liner',
    year: 2022,
    mileage: null,
    price: 61_000,
  });
});

afterAll(() => t.close());

async function findTitles(query: string): Promise<string[]> {
  const response = await t.get(`/v1/search?${query}`);
  expect(response.body?.error).toBeUndefined();
  return response.body.data.results.map((hit: Hit) => hit.title).toSorted();
}

describe('GET /search', () => {
  it('returns results, pagination and the default facets', async () => {
    const response = await t.get('/api/search?q=actros');
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=60');
    expect(response.body.data.pagination).toEqual({ page: 1, limit: 20, total: 2, total_pages: 1 });
    expect(response.body.data.results.find((hit: Hit) => hit.id === actros.listingId)).toEqual({
      id: actros.listingId,
      title: 'Mercedes-Benz Actros 1845 4x2',
      slug: actros.slug,
      price: 52_000,
      currency: 'EUR',
      vatDeductible: null,
      year: 2019,
      mileage: 420_000,
      status: 'ACTIVE',
      category: { slug: 'tractor-units', name: 'Tractor units' },
      brand: { slug: 'mercedes-benz', name: 'Mercedes-Benz' },
      location: { country: 'DE', city: 'Hamburg' },
      thumbnail: null,
      featured: false,
      seller: { name: 'Hansa Trucks', verified: true },
      score: expect.any(Number),
    });
    expect(Object.keys(response.body.data.facets).toSorted()).toEqual([
      'brands',
      'categories',
      'price_ranges',
      'years',
    ]);
  });

  it('says where its time went', async () => {
    for (const path of ['/api/search?q=actros', '/api/listings'])
      expect((await t.get(path)).headers['server-timing']).toMatch(
        /^search;dur=\d+\.\d{3}, facets;dur=\d+\.\d{3}, total;dur=\d+\.\d{3}$/,
      );
  });

  it('shows live listings only', async () => {
    expect(await findTitles('q=scania')).toEqual([]);
  });

  it.each([
    ['brand=volvo,krone', ['Krone Cool Liner', 'Volvo FH 500']],
    ['category=semi-trailers', ['Krone Cool Liner']],
    ['subcategory=refrigerated-semi-trailers', ['Krone Cool Liner']],
    ['min_price=50000&max_price=61000', ['Krone Cool Liner', 'Mercedes-Benz Actros 1845 4x2']],
    ['min_year=2021', ['Krone Cool Liner', 'Volvo FH 500']],
    ['country=AT', ['Mercedes-Benz Actros 2545 6x2']],
    ['city=Vienna&radius=30', ['Mercedes-Benz Actros 2545 6x2']],
    ['city=Vienna', ['Mercedes-Benz Actros 2545 6x2']],
    ['city=Viyana&country=AT', ['Mercedes-Benz Actros 2545 6x2']],
    ['city=Vienna&country=US', []],
    ['q=k%C3%BChlkoffer', ['Krone Cool Liner']],
    ['q=actros%20under%2020k', ['Mercedes-Benz Actros 2545 6x2']],
  ])('%s', async (query, titles) => {
    expect(await findTitles(query)).toEqual(titles);
  });

  it('says what it read out of the text, and an explicit parameter wins', async () => {
    const read = await t.get('/api/search?q=actros%202019%20under%2060k');
    expect(read.body.data.interpreted).toMatchObject({ min_year: 2019, max_year: 2019, max_price: 60_000 });
    expect(read.body.data.interpreted.model).toContain('Actros');
    expect(read.body.data.results).toHaveLength(1);
    const explicit = await t.get('/api/search?q=actros%20under%2060k&max_price=20000');
    expect(explicit.body.data.results.map((hit: Hit) => hit.id)).toEqual([cheap.listingId]);
  });

  it("leaves a facet's own selection out of its counts", async () => {
    const response = await t.get('/api/search?brand=volvo&facets=brands,locations');
    expect(response.body.data.facets).toEqual({
      brands: [
        { slug: 'mercedes-benz', name: 'Mercedes-Benz', count: 2 },
        { slug: 'krone', name: 'Krone', count: 1 },
        { slug: 'volvo', name: 'Volvo', count: 1 },
      ],
      locations: [{ country: 'DE', count: 1 }],
    });
    expect((await t.get('/api/search?facets=')).body.data.facets).toEqual({});
  });

  it('picks response fields', async () => {
    const response = await t.get('/api/search?q=volvo&fields=title,price');
    expect(response.body.data.results).toEqual([
      { id: expect.any(String), title: 'Volvo FH 500', price: 79_000 },
    ]);
  });

  it.each(['/api/search', '/api/listings'])('takes what a form left empty as not given: %s', async (path) => {
    const ownParameters =
      path === '/api/search'
        ? 'q=&city=&region=&lat=&lng=&radius=&min_price=&max_year=&model=&features=&fields='
        : 'minPrice=&maxPrice=&year=';
    const shared = 'category=&brand=&currency=&sort=&order=&page=&limit=';
    const [empty, plain] = [await t.get(`${path}?${ownParameters}&${shared}`), await t.get(path)];
    expect(empty.body).toEqual(plain.body);
  });

  it('takes a list with commas, repeated, or both', async () => {
    const total = async (query: string): Promise<number> =>
      (await t.get(`/api/search?${query}`)).body.data.pagination.total;
    const all = await total('brand=volvo,krone,scania');
    expect(all).toBeGreaterThan(await total('brand=volvo'));
    for (const query of ['brand=volvo&brand=krone&brand=scania', 'brand=volvo,krone&brand=scania'])
      expect([query, await total(query)]).toEqual([query, all]);
  });

  it('sorts and pages with a stable order', async () => {
    const first = await t.get('/api/search?sort=price&order=asc&limit=2');
    const second = await t.get('/api/search?sort=price&order=asc&limit=2&page=2');
    expect([...first.body.data.results, ...second.body.data.results].map((hit: Hit) => hit.price)).toEqual([
      18_500, 52_000, 61_000, 79_000,
    ]);
  });

  it('names categories in the language asked for', async () => {
    const response = await t.get('/api/search?q=volvo', { headers: { 'accept-language': 'de-DE,de;q=0.9' } });
    expect(response.body.data.results[0].category).toEqual({
      slug: 'tractor-units',
      name: 'Sattelzugmaschinen',
    });
    expect(response.body.data.facets.categories[0]).toMatchObject({ name: 'Sattelzugmaschinen' });
  });

  it('400 names all that is wrong with a list, too', async () => {
    const response = await t.get('/api/listings?category=A!&brand=B!&minPrice=2&maxPrice=1&currency=QQQ');
    expect([response.body.error.code, fieldsOf(response)]).toEqual([
      'INVALID_FILTER',
      ['category', 'brand', 'minPrice', 'currency'],
    ]);
  });

  it('does not serve a cached response to clients with another language', async () => {
    const nameFor = async (accepted: string): Promise<string> =>
      (await t.get('/api/search?q=volvo&limit=1', { headers: { 'accept-language': accepted } })).body.data
        .results[0].category.name;
    expect(await nameFor('sv, de;q=0.5')).toBe('Sattelzugmaschinen');
    expect(await nameFor('fr')).toBe('Tracteurs routiers');
    expect(await nameFor('sv')).toBe('Tractor units');
  });

  it.each([
    ['fuel_type=diesell', 'INVALID_FILTER', 'diesel'],
    ['feul_type=diesel', 'INVALID_FILTER', 'fuel_type'],
    ['facets=brandz', 'INVALID_FILTER', 'brands'],
    ['fields=password_hash', 'INVALID_FILTER', 'password_hash'],
    ['sort=prise', 'INVALID_SORT', 'price'],
    ['sort=price;DROP', 'INVALID_SORT', 'price'],
    ['order=up', 'INVALID_SORT', 'asc'],
    ['min_price=10&max_price=5', 'INVALID_FILTER', 'max_price'],
    ['min_price=1e309', 'INVALID_FILTER', 'min_price'],
    ['min_price=0x10', 'INVALID_FILTER', 'min_price'],
    ['min_year=99999', 'INVALID_FILTER', 'min_year'],
    ['lat=91&lng=1', 'INVALID_FILTER', 'lat'],
    ['lat=50', 'INVALID_FILTER', 'lng'],
    ['radius=100', 'INVALID_FILTER', 'radius'],
    ['radius=1e9&city=Hamburg', 'INVALID_FILTER', 'radius'],
    ['city=Hambrug', 'LOCATION_NOT_FOUND', 'Hamburg'],
    ['region=Nowhereshire', 'LOCATION_NOT_FOUND', 'Nowhereshire'],
    ['country=XX', 'INVALID_FILTER', 'country'],
    ['category=Tractor%20Units', 'INVALID_FILTER', 'category'],
    ['features=retardr', 'INVALID_FILTER', 'retarder'],
    ['q=a&q=b', 'INVALID_FILTER', 'once'],
    [`q=${'x'.repeat(10_000)}`, 'INVALID_FILTER', 'q'],
    ['limit=101', 'VALIDATION_ERROR', 'limit'],
    ['limit=0', 'VALIDATION_ERROR', 'limit'],
    ['page=-1', 'VALIDATION_ERROR', 'page'],
    ['page=501&limit=20', 'VALIDATION_ERROR', 'page'],
    ['limit[]=1', 'INVALID_FILTER', 'limit'],
  ])('400: %s', async (query, code, name) => {
    const response = await t.get(`/v1/search?${query}`);
    expect([response.status, response.body.error.code]).toEqual([400, code]);
    expect(JSON.stringify(response.body.error)).toContain(name);
  });

  it.each([
    ['/v1/search?facets=brand', 'facets cannot be "brand"; did you mean "brands"?'],
    ['/v1/search?fields=titel', 'fields cannot be "titel"; did you mean "title"?'],
    ['/v1/search?sort=prise', 'sort cannot be "prise"; did you mean "price"?'],
    ['/v1/search?city=Hambrug', 'The city "Hambrug" is not known; did you mean "Hamburg"?'],
    ['/v1/search?order=ASC', 'order must be one of asc, desc; did you mean "asc"?'],
    [
      '/v1/search?brand=Mercedes-Benz',
      'brand cannot be "Mercedes-Benz": a slug has lower-case letters, digits and hyphens; did you mean "mercedes-benz"?',
    ],
    [
      '/v1/search?country=Germany',
      'country cannot be "Germany": it is a two-letter code; did you mean "DE"?',
    ],
    [
      '/v1/search?country=Deutschland',
      'country cannot be "Deutschland": it is a two-letter code; did you mean "DE"?',
    ],
    ['/v1/search?country=XX', 'country cannot be "XX": it is a two-letter code, such as DE.'],
    ['/v1/search?year=2018', 'There is no parameter "year"; did you mean "min_year"?'],
    ['/api/listings?price=1', 'There is no parameter "price"; did you mean "minPrice"?'],
    ['/api/listings?sort=created_at', 'sort cannot be "created_at"; did you mean "createdAt"?'],
  ])('suggests a correction: %s', async (url, message) => {
    expect((await t.get(url)).body.error.message).toBe(message);
  });

  it('offers every value there is, or says how many more there are', async () => {
    const errorMessageFor = async (query: string): Promise<string> =>
      (await t.get(`/v1/search?${query}`)).body.error.message;
    expect(await errorMessageFor('currency=QQQ')).toMatch(/EUR, .*USD, ZAR\.$/);
    expect(await errorMessageFor('features=xxxxxxxxxxxxx')).toMatch(/, \w+ and \d+ more\.$/);
  });

  it.each([
    ['foo=1&min_pirce=2&max_price=x&page=0', 'INVALID_FILTER', ['foo', 'min_pirce', 'max_price', 'page']],
    [
      'fuel_type=coal&brand=B!&country=QQ&currency=XXX',
      'INVALID_FILTER',
      ['brand', 'fuel_type', 'country', 'currency'],
    ],
    ['min_year=2020&max_year=2010&facets=x&fields=y', 'INVALID_FILTER', ['min_year', 'facets', 'fields']],
    ['sort=prise&transmission=x', 'INVALID_FILTER', ['transmission', 'sort']],
    ['city=Hambrug&region=Nowhereshire', 'LOCATION_NOT_FOUND', ['city']],
    ['city=Hambrug&radius=50&sort=distance', 'LOCATION_NOT_FOUND', ['city']],
    ['radius=50&sort=distance', 'INVALID_FILTER', ['radius']],
  ])('400 names all that is wrong: %s', async (query, code, fields) => {
    const response = await t.get(`/v1/search?${query}`);
    expect(response.body.error.code).toBe(code);
    expect(fieldsOf(response).toSorted()).toEqual([...fields].toSorted());
    for (const field of fields) expect(response.body.error.message).toContain(field);
  });

  it('finds nothing for well-formed unknown slugs', async () => {
    expect(await findTitles('brand=nobody&category=nothing')).toEqual([]);
  });
});

describe('GET /search/suggestions and /search/autocomplete', () => {
  it('return the same response', async () => {
    const [a, b] = [
      await t.get('/api/search/suggestions?q=merc'),
      await t.get('/v1/search/autocomplete?q=merc'),
    ];
    expect(a.text).toBe(b.text);
    const unknown = await t.get('/v1/search/autocomplete?q=merc&fuzzy=1');
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'INVALID_FILTER']);
    expect(a.headers['cache-control']).toBe('public, max-age=30');
    expect(a.body.data.suggestions).toContainEqual({
      type: 'brand',
      value: 'Mercedes-Benz',
      slug: 'mercedes-benz',
      parameters: { brand: 'mercedes-benz' },
    });
    expect((await t.get('/v1/search/autocomplete?q=act')).body.data.suggestions).toContainEqual({
      type: 'model',
      value: 'Actros',
      brand: 'mercedes-benz',
      brandName: 'Mercedes-Benz',
      parameters: { brand: 'mercedes-benz', model: 'Actros' },
    });
  });

  it('400 without q', async () => {
    expect((await t.get('/v1/search/autocomplete')).body.error.code).toBe('VALIDATION_ERROR');
  });
});

describe('words for a brand', () => {
  it('lead searches and suggestions to it as soon as an administrator has written them', async () => {
    const admin = await createAdmin(t);
    const { id } = (await t.get('/api/brands/krone')).body.data;
    const aliases = async (words: string[]): Promise<void> => {
      const response = await t.patch(`/api/admin/brands/${id}`, { aliases: words }, { as: admin });
      expect(response.status).toBe(200);
    };
    expect(await findTitles('q=werlte')).toEqual([]);
    await aliases(['Werlte']);
    expect(await findTitles('q=werlte')).toEqual(['Krone Cool Liner']);
    expect((await t.get('/api/search/suggestions?q=werl')).body.data.suggestions[0]).toMatchObject({
      type: 'brand',
      value: 'Krone',
      slug: 'krone',
    });
    await aliases([]);
    expect(await findTitles('q=werlte')).toEqual([]);
  });
});

describe('GET /listings', () => {
  it('lists the same listings with its own parameters', async () => {
    const response = await t.get('/api/listings?brand=mercedes-benz&minPrice=20000');
    expect(response.body.data.listings.map((listing: Hit) => listing.id)).toEqual([actros.listingId]);
    expect(response.body.data.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 1,
      totalPages: 1,
      hasMore: false,
    });
  });

  it('400 for unknown parameters and sorts', async () => {
    expect((await t.get('/api/listings?min_price=1')).body.error).toMatchObject({
      code: 'INVALID_FILTER',
      message: expect.stringContaining('minPrice'),
    });
    expect((await t.get('/api/listings?sort=created_at')).body.error).toMatchObject({
      code: 'INVALID_SORT',
      message: expect.stringContaining('createdAt'),
    });
  });
});

describe('a write', () => {
  it('is in the next search', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller, { title: 'Tatra Phoenix tipper', brand: 'tatra' });
    await t.app.modules.list.find((module) => module.name === 'discovery')?.settle?.();
    expect(await findTitles('q=phoenix')).toEqual(['Tatra Phoenix tipper']);
    await t.db.updateTable('listings').set({ status: 'PAUSED' }).where('id', '=', listingId).execute();
    await t.app.modules.list.find((module) => module.name === 'discovery')?.settle?.();
    expect(await findTitles('q=phoenix')).toEqual([]);
  });
});

describe('what operators see of the index', () => {
  it('/readyz?verbose tells its generation, place in the change log, lag, size and snapshot', async () => {
    await t.app.settle();
    await t.app.health.refresh();
    const { discovery } = (await t.get('/readyz?verbose')).body.checks;
    expect(discovery).toEqual({
      status: 'ok',
      age_seconds: expect.any(Number),
      generation: expect.any(Number),
      position: expect.any(Number),
      lag_positions: 0,
      lag_seconds: 0,
      left_out: 0,
      listings: 4,
      bytes: expect.any(Number),
      snapshot_age_seconds: null,
    });
    expect(discovery.bytes).toBeGreaterThan(0);
    // Writes like another process: this process learns of the change only by a notification, so its index can lag.
    const { position } = discovery;
    await t.db.updateTable('listings').set({ price: 53_000 }).where('id', '=', actros.listingId).execute();
    await t.app.settle();
    await t.app.health.refresh();
    expect((await t.get('/readyz?verbose')).body.checks.discovery.position).toBeGreaterThan(position);
  });

  it('/metrics has the same as gauges', async () => {
    const { text } = await t.get('/metrics');
    for (const name of ['generation', 'position', 'listings', 'bytes', 'lag_seconds', 'lag_positions'])
      expect(text).toMatch(new RegExp(`^fifthwheel_search_${name} \\d+(\\.\\d+)?$`, 'm'));
    expect(text).toMatch(/^fifthwheel_search_snapshot_age_seconds NaN$/im);
  });
});

describe('what buyers try', () => {
  beforeAll(async () => {
    const seller = await createSeller(t);
    const add = (title: string, rest: Parameters<typeof createListing>[2] = {}) =>
      createListing(t, seller, { brand: 'volvo', model: 'FH', year: 2016, price: 30_000, title, ...rest });
    await add('Volvo FH16 750 Globetrotter', { city: 'Lübeck' });
    await add('Volvo FH 16 700', { city: 'Kiel' });
    await add('Volvo FH12 420', { city: 'Bremen' });
    await add('Volvo FH 12, 16 t', { city: 'München' });
    const other = { brand: 'mercedes-benz', model: 'Actros', year: 2019, price: 55_000, city: 'Warszawa' };
    const { listingId } = await add('Mercedes-Benz Actros 2545 L', { ...other, country: 'PL' });
    await add('Mercedes-Benz Actros 1845 LS', { ...other, country: 'PL' });
    await inTransaction(t.db, (trx) =>
      trx.updateTable('listings').set({ drive_type: '6x2' }).where('id', '=', listingId).execute(),
    );
  });

  it.each([
    ['q=actros%202019%206x2%20under%2060k', ['Mercedes-Benz Actros 2545 L']],
    ['q=fh16', ['Volvo FH 16 700', 'Volvo FH16 750 Globetrotter']],
    ['q=kuhlkoffer', ['Krone Cool Liner']],
  ])('%s', async (query, titles) => {
    expect(await findTitles(query)).toEqual(titles);
  });

  it('around a city, nearest first, also listings that name no coordinates', async () => {
    const { results } = (await t.get('/v1/search?q=volvo%20fh&city=Hamburg&radius=100&sort=distance')).body
      .data;
    const near: [string, number][] = results.map((hit: Hit & { distance: number }) => [
      hit.title,
      Math.round(hit.distance / 10) * 10,
    ]);
    expect(near).toEqual([
      ['Volvo FH 500', 0],
      ['Volvo FH16 750 Globetrotter', 60],
      ['Volvo FH 16 700', 90],
      ['Volvo FH12 420', 90],
    ]);
  });
});
