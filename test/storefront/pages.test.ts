import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/storefront/texts/reader.ts';
import { createAdmin, createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { collectNotices, create, publish } from '../http/listings/bodies.ts';

let t: TestApp;
let seller: TestSeller;
let truck: { id: string; slug: string };

/** Headers that browsers add to requests from a page of the marketplace. */
const PAGE_HEADERS = {
  'sec-fetch-site': 'same-origin',
  origin: 'https://market.example',
  host: 'market.example',
};
const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}';

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  truck = await publish(t, seller, {
    title: 'MAN TGX 18.500 with retarder',
    powerKw: 368,
    driveType: '4x2',
    euroStandard: 'euro6',
    vatDeductible: true,
    vatRate: 19,
    price: 40_000,
    description: 'Well kept.\nReady to work.',
  });
  await t.app.settle();
});

afterAll(() => t.close());

const html = async (url: string, headers: Record<string, string> = {}) => {
  await t.app.settle();
  return t.get(url, { headers: { accept: 'text/html', ...headers } });
};

const paths = (): readonly string[] => [
  '/',
  '/search',
  '/search?q=man&brand=man&min_price=1000&sort=price&order=desc',
  '/tractor-units',
  '/tractor-units/man',
  '/tractor-units/standard-tractor-units',
  `/listing/${truck.slug}`,
  `/listing/${truck.slug}/print`,
  `/compare?ids=${truck.id}`,
  '/compare',
  `/dealer/${seller.slug}`,
  `/dealer/${seller.slug}/reviews`,
];

describe.each(LANGUAGES)('pages in %s', (language) => {
  it('are complete documents, without anything that the policy would refuse', async () => {
    for (const path of paths()) {
      const page = await html(`/${language}${path}`);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.headers['content-security-policy']).not.toContain('unsafe');
      expect(page.text).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`));
      expect(page.text.match(/<h1[ >]/g)).toHaveLength(1);
      expect(page.text).toMatch(/<title>[^<]{5,}<\/title>/);
      expect(page.text).not.toMatch(/ style=| on[a-z]+=|<style|javascript:/);
      const inline = page.text.match(/<script(?![^>]*src=)[^>]*>/g) ?? [];
      expect(inline.filter((tag) => tag !== '<script type="application/ld+json">')).toEqual([]);
      // A missing text appears as its key.
      expect(page.text).not.toMatch(
        />(?:nav|search|filter|card|home|listing|dealer|time|error)\.[a-z.A-Z]+</,
      );
    }
  });

  it('name themselves and their other languages, unless they are one of many combinations', async () => {
    const listing = await html(`/${language}/listing/${truck.slug}`);
    const base = 'https://market.example';
    expect(listing.text).toContain(
      `<link rel="canonical" href="${base}/${language}/listing/${truck.slug}"/>`,
    );
    for (const other of LANGUAGES)
      expect(listing.text).toContain(`hrefLang="${other}" href="${base}/${other}/listing/${truck.slug}"`);
    const combination = await html(`/${language}/search?brand=man`);
    expect(combination.text).toContain('<meta name="robots" content="noindex,follow"/>');
    expect(combination.text).not.toContain('rel="canonical"');
  });

  it('serve a 404 page in the language for unknown addresses', async () => {
    for (const path of [
      '/nothing',
      '/listing/nothing',
      '/dealer/nobody',
      '/tractor-units/nothing',
      '/a/b/c/d',
    ]) {
      const page = await html(`/${language}${path}`);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.text).toContain(`<html lang="${language}">`);
      expect(page.headers['cache-control']).toBe('private, no-store');
    }
  });
});

describe('the listing', () => {
  it('shows price, facts and seller in the words of the language', async () => {
    const page = await html(`/de/listing/${truck.slug}`);
    for (const text of [
      '40.000 €',
      '47.600 € brutto',
      '368 kW (500 PS)',
      'Achsformel',
      'Hansa Trucks',
      'Euro 6',
    ])
      expect(page.text.replaceAll('\u00a0', ' ')).toContain(text);
    expect(page.text).toContain('Well kept.\nReady to work.');
  });

  it('has structured data that agrees with the API', async () => {
    const page = await html(`/en/listing/${truck.slug}`);
    const data = [...page.text.matchAll(/ld\+json">([^<]*)</g)].map((match) => JSON.parse(match[1] ?? ''));
    const vehicle = data.find((object) => object['@type'] === 'Vehicle');
    expect(vehicle).toMatchObject({
      name: 'MAN TGX 18.500 with retarder',
      offers: { price: 40_000, priceCurrency: 'EUR' },
    });
  });

  it('says that it was sold, is no longer listed by search engines, and offers no call', async () => {
    const other = await publish(t, seller, { contact: { name: 'Ann', phone: '+49 40 1234567' } });
    expect((await html(`/en/listing/${other.slug}`)).text).toContain('tel:+49401234567');
    await t.post(`/api/seller/listings/${other.id}/sold`, {}, { as: seller });
    const page = await html(`/en/listing/${other.slug}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('This vehicle was sold on');
    expect(page.text).toContain('noindex');
    expect(page.text).not.toContain('tel:');
  });

  it('is not found if it is a draft', async () => {
    const draft = await create(t, seller, {});
    expect((await html(`/en/listing/${draft.slug}`)).status).toBe(404);
  });
});

describe('texts of others', () => {
  it('are shown as text wherever they appear', async () => {
    const listing = await publish(t, seller, { title: 'Hostile one' });
    await t.db
      .updateTable('listings')
      .set({ title: HOSTILE, description: HOSTILE, city: HOSTILE })
      .where('id', '=', listing.id)
      .execute();
    await t.db
      .updateTable('sellers')
      .set({ company_name: HOSTILE, about: HOSTILE })
      .where('id', '=', seller.sellerId)
      .execute();
    await t.patch(`/api/seller/listings/${listing.id}`, { mileage: 77_777 }, { as: seller });
    for (const path of [
      `/listing/${listing.slug}`,
      `/dealer/${seller.slug}`,
      '/search',
      '/',
      `/search?q=${encodeURIComponent(HOSTILE)}`,
    ]) {
      const page = await html(`/en${path}`);
      expect(page.text).not.toContain('<img src=x');
      expect(page.text).not.toContain('<script>alert');
    }
    await t.db
      .updateTable('sellers')
      .set({ company_name: 'Hansa Trucks', about: null })
      .where('id', '=', seller.sellerId)
      .execute();
    await t.del(`/api/seller/listings/${listing.id}`, { as: seller });
  });
});

describe('the search page', () => {
  it('accepts form input: empty fields, repeated ones, and dependent ones', async () => {
    const form = await html('/en/search?brand=man&brand=daf&min_price=&max_price=&city=&radius=50');
    const link = await html('/en/search?brand=man,daf');
    expect(form.status).toBe(200);
    expect(form.text).toContain('Remove filter MAN');
    expect(form.text.match(/data-id="[^"]+"/g)).toEqual(link.text.match(/data-id="[^"]+"/g));
  });

  it('names each filter with a way to remove it, and keeps the rest', async () => {
    const page = await html('/en/search?brand=man&max_price=50000');
    expect(page.text).toContain('href="/en/search?max_price=50000" aria-label="Remove filter MAN"');
    expect(page.text).toContain('href="/en/search?brand=man" aria-label="Remove filter Price up to €50,000"');
  });

  it('searches the town alone if the radius of an address is none, and shows that in the form', async () => {
    const page = await html('/en/search?city=Hamburg&radius=far');
    expect(page.status).toBe(200);
    expect(page.text).toContain('aria-label="Remove filter Hamburg"');
    expect(page.text).toContain('<option value="" selected="">Town only</option>');
  });

  it('offers to leave out a filter when nothing is found', async () => {
    const page = await html('/en/search?brand=man&min_year=2090');
    expect(page.text).toContain('No vehicles match your search');
    expect(page.text).toContain('href="/en/search?brand=man"');
  });

  it('links only to existing pages', async () => {
    const seen = new Set<string>();
    for (const start of [
      '/en/',
      '/en/search',
      '/en/tractor-units',
      `/en/listing/${truck.slug}`,
      `/en/dealer/${seller.slug}`,
    ]) {
      const page = await html(start);
      for (const match of page.text.matchAll(/ (?:href|src|action)="(\/[^"#]*)"/g))
        seen.add((match[1] ?? '').replaceAll('&amp;', '&'));
    }
    expect(seen.size).toBeGreaterThan(30);
    for (const address of seen)
      expect([address, (await html(address)).status < 400]).toEqual([address, true]);
  });
});

describe('a kept page', () => {
  it('is sent again with the same tag, compressed, until something on it changes', async () => {
    const url = `/en/listing/${truck.slug}`;
    const first = await html(url);
    expect((await html(url)).headers['etag']).toBe(first.headers['etag']);
    expect((await html(url, { 'if-none-match': String(first.headers['etag']) })).status).toBe(304);
    expect((await html(url, { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
    expect((await html(url, { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip');
    expect((await html(url)).headers['content-encoding']).toBeUndefined();
    await t.patch(`/api/seller/listings/${truck.id}`, { price: 39_000 }, { as: seller });
    const changed = await html(url);
    expect(changed.headers['etag']).not.toBe(first.headers['etag']);
    expect(changed.text).toContain('€39,000');
    expect((await html('/en/search')).text).toContain('€39,000');
  });

  it('has the words that an administrator has edited', async () => {
    const before = await html('/en/search');
    t.app.platform.wording.replaceEdited([{ language: 'en', key: 'ui.search.button', text: 'Look it up' }]);
    const after = await html('/en/search');
    expect(before.text).not.toContain('Look it up');
    expect(after.text).toContain('Look it up');
    t.app.platform.wording.replaceEdited([]);
  });
});

describe('looks at a listing', () => {
  const readViews = async (): Promise<number> => {
    await t.app.modules.listings.module.stop?.();
    const { views: count } = await t.db
      .selectFrom('listings')
      .select('views')
      .where('id', '=', truck.id)
      .executeTakeFirstOrThrow();
    return count;
  };

  it('are counted by the beacon of the page, once a visitor', async () => {
    const before = await readViews();
    await html(`/en/listing/${truck.slug}`, { 'user-agent': 'Mozilla/5.0' });
    for (const ip of ['198.51.100.1', '198.51.100.1', '198.51.100.2'])
      expect(
        (
          await t.post(`/web/views/${truck.id}`, undefined, {
            ip,
            headers: { 'user-agent': 'Mozilla/5.0', ...PAGE_HEADERS },
          })
        ).status,
      ).toBe(204);
    expect((await readViews()) - before).toBe(2);
    expect((await t.post(`/web/views/${truck.id}`)).status).toBe(403);
    expect((await t.post('/web/views/lst_nothing', undefined, { headers: PAGE_HEADERS })).status).toBe(404);
  });
});

describe('beside the pages', () => {
  it('the root leads to the language that the reader prefers', async () => {
    const german = await t.get('/', { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
    expect([german.status, german.headers['location']]).toEqual([302, '/de/']);
    const other = await t.get('/', { headers: { 'accept-language': 'ja' } });
    expect(other.headers['location']).toBe('/en/');
  });

  it('sitemaps list every live listing in each language, and robots.txt names them', async () => {
    expect((await t.get('/robots.txt')).text).toContain('Sitemap: https://market.example/sitemap.xml');
    expect((await t.get('/sitemap.xml')).text).toContain('https://market.example/sitemap/1.xml');
    const listings = (await t.get('/sitemap/1.xml')).text;
    for (const language of LANGUAGES)
      expect(listings).toContain(`<loc>https://market.example/${language}/listing/${truck.slug}</loc>`);
    expect(listings).not.toContain('hostile-one');
    expect((await t.get('/sitemap/pages-1.xml')).text).toContain('/en/tractor-units/man</loc>');
    for (const name of ['0.xml', '2.xml', 'x.xml', '1', 'pages-2.xml', 'dealers-2.xml', 'pages-0.xml'])
      expect((await t.get(`/sitemap/${name}`)).status).toBe(404);
  });

  it.each([
    ['/xx/search', 'de-AT,de;q=0.9', 'de'],
    ['/xx', 'pl', 'pl'],
    ['/nothing', 'fr', 'fr'],
    ['/nothing/at/all?q=1', 'sv', 'en'],
  ])('%s, which is not there, is a page for a reader of %s', async (url, preferred, language) => {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
      const page = await html(url, { accept, 'accept-language': preferred });
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain(`<html lang="${language}">`);
      expect(page.text).toContain('noindex');
      expect(page.headers['cache-control']).toBe('private, no-store');
    }
  });

  it.each([
    ['/api/nothing', {}],
    ['/v1/nothing', {}],
    ['/web/api/nothing', {}],
    ['/web/nothing', {}],
    ['/nothing', { accept: 'application/json' }],
    ['/nothing.png', { accept: 'image/webp,*/*' }],
    ['/listings', { accept: '*/*', authorization: 'Bearer x' }],
    ['/listings', { accept: '*/*', 'x-api-key': 'x' }],
  ])('%s with %o returns the JSON envelope to programs', async (url, headers) => {
    const response = await html(url, headers);
    expect(response.status).toBe(404);
    expect(response.body.error.code).toBe('NOT_FOUND');
  });

  it('drawings have a name for each vehicle, and no others', async () => {
    const drawing = await t.get('/drawings/truck-box-3-red.svg');
    expect(drawing.headers['content-type']).toBe('image/svg+xml');
    expect(drawing.text).toMatch(/^<svg /);
    for (const name of [
      'truck-box-9-red.svg',
      'truck-box-3-pink.svg',
      'truck-box-3-constructor.svg',
      'x.svg',
      'truck-box-3-red',
    ])
      expect((await t.get(`/drawings/${name}`)).status).toBe(404);
  });
});

describe('the budget of pages', () => {
  it('is separate from other limits, and exceeding it shows a page', async () => {
    const limited = await createTestApp({ rateLimits: true });
    try {
      const ask = () => limited.get('/en/nothing', { headers: { accept: 'text/html' } });
      const first = await ask();
      expect(first.headers['x-ratelimit-limit']).toBe('240');
      for (let i = 1; i < 240; i++) await ask();
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(refused.text).toContain('Too many requests');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      const secondResponse = await ask();
      const idOf = ({ headers }: typeof secondResponse): string => String(headers['x-request-id']);
      expect([
        refused.text.includes(idOf(refused)),
        secondResponse.text.includes(idOf(secondResponse)),
      ]).toEqual([true, true]);
      expect(secondResponse.text.replace(idOf(secondResponse), '')).toBe(
        refused.text.replace(idOf(refused), ''),
      );
      expect((await limited.get('/api/currencies')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe('previous addresses', () => {
  it('lead to those of today for good: ids of listings, and what administrators have renamed', async () => {
    const admin = await createAdmin(t);
    await t.patch('/api/admin/categories/standard-tractor-units', { slug: 'road-tractors' }, { as: admin });
    await t.patch('/api/admin/categories/vans', { slug: 'small-vans' }, { as: admin });
    await t.patch('/api/admin/brands/daf', { slug: 'daf-trucks' }, { as: admin });
    for (const [from, to] of [
      [`/en/listing/${truck.id}`, `/en/listing/${truck.slug}`],
      ['/de/vans', '/de/small-vans'],
      ['/de/vans/panel-vans', '/de/small-vans/panel-vans'],
      ['/de/tractor-units/standard-tractor-units', '/de/tractor-units/road-tractors'],
      ['/fr/tractor-units/daf', '/fr/tractor-units/daf-trucks'],
    ] as const) {
      const response = await html(from);
      expect([from, response.status, response.headers['location']]).toEqual([from, 301, to]);
    }
    expect((await html('/en/tractor-units/nothing')).status).toBe(404);
  });
});

describe('prices as the reader wants them', () => {
  let van: { slug: string };

  beforeAll(async () => {
    van = await publish(t, seller, { price: 30_000, vatDeductible: true, vatRate: 19 });
  });

  it('are converted, and every link and form of the page keeps the choice', async () => {
    const page = await html('/en/tractor-units?currency=PLN&prices=gross');
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/PLN\s152,800/);
    expect(page.text).toContain('asking price €30,000 net');
    for (const [, href = ''] of page.text.matchAll(/<a [^>]*href="(\/[a-z]{2}\/[^"]*)"/g))
      expect(href).toMatch(/currency=[A-Z]{3}.*prices=|prices=.*currency=/);
    expect(page.text).toContain('<link rel="canonical" href="https://market.example/en/tractor-units"/>');
  });

  it('include an estimate of the delivery where the distance is known', async () => {
    const near = '/api/search?city=Berlin&radius=500';
    const { body } = await t.get(near);
    const [first] = body.data.results;
    expect(first.deliveryEstimate).toBe(Math.round((150 + first.distance * 1.3) / 10) * 10);
    const page = await html('/en/search?city=Berlin&radius=500&currency=GBP');
    expect(page.text).toMatch(/delivery about £\d+ \(estimate\)/);
    expect((await t.get('/api/search')).body.data.results[0].deliveryEstimate).toBeUndefined();
  });

  it('have French spaces, and the locale of the language', async () => {
    const page = await html('/fr/search?currency=XYZ');
    expect(page.text).toContain('La devise «\u00a0XYZ\u00a0»');
    expect(page.text).toContain('<meta property="og:locale" content="fr_FR"/>');
  });

  it('are in euros with a notice if the currency is unknown', async () => {
    for (const path of ['/de/search?currency=XYZ', `/de/listing/${truck.slug}?currency=%3Cb%3Ex`]) {
      const page = await html(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain('ist hier nicht bekannt');
      expect(page.text).not.toContain('<b>x');
    }
  });

  it('come with the VAT rule in words', async () => {
    const page = await html(`/en/listing/${van.slug}?currency=GBP`);
    expect(page.text).toMatch(/£25,200.*asking price €30,000 net/s);
    expect(page.text).toContain('plus 19% VAT, €35,700 gross');
    expect(page.text).toContain('Businesses elsewhere in the EU');
    expect(page.text).toContain('Export out of the EU');
  });
});
