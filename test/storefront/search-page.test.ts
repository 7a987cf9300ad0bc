import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  const strong = { powerKw: 368, axles: 3, cabType: 'sleeper', color: 'red', vatDeductible: true };
  await publish(t, seller, { title: 'A strong one', ...strong });
  await publish(t, seller, { title: 'A weak one', powerKw: 250, axles: 2, price: 9000 });
  for (let i = 0; i < 20; i++)
    await publish(t, seller, {
      title: `DAF XF ${480 + i} with some words of its own`,
      brand: 'daf',
      model: 'XF',
      year: 2015 + (i % 7),
      mileage: 300_000 + ((i * 7) % 20) * 1000,
      price: 20_000 + ((i * 3) % 20) * 100,
      location: { country: ['DE', 'PL', 'NL', 'FR', 'US'][i % 5], city: null },
    });
});
afterAll(() => t.close());

const page = async (url: string) => {
  await t.app.settle();
  const response = await t.get(url, { headers: { accept: 'text/html' } });
  return { ...response, text: response.text.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '') };
};

interface FoundVehicle {
  readonly price: number;
  readonly year: number;
  readonly mileage: number;
}

describe('filters of the search page', () => {
  it.each([
    ['min_power=450', 'Power from 450 hp'],
    ['min_axles=3&max_axles=3', 'Axles 3'],
    ['cab=sleeper', 'sleeper cab'],
    ['color=red', 'red'],
    ['vat_deductible=true', 'VAT reclaimable'],
  ])('%s narrows, is named, and stays in the form', async (query, chip) => {
    const { text } = await page(`/en/search?${query}`);
    expect([query, text.includes('A strong one'), text.includes('A weak one')]).toEqual([query, true, false]);
    expect(text).toContain(`Remove filter ${chip}`);
    const [name = '', value = ''] = query.split('&')[0]?.split('=') ?? [];
    const field = new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"[^>]*>`);
    expect(text).toMatch(field);
  });

  it.each([
    ['en', 'max_price=10,000', 'max_price=10000', '10,000'],
    ['en', 'max_price=10.000', 'max_price=10000', '10,000'],
    ['de', 'max_price=10.000', 'max_price=10000', '10.000'],
    ['de', 'max_price=10.000,00+€', 'max_price=10000', '10.000'],
    ['fr', 'max_price=10\u202f000', 'max_price=10000', '10\u202f000'],
    ['nl', "max_price=10'000", 'max_price=10000', '10.000'],
    ['pl', 'max_price=10 000,50', 'max_price=10000.5', '10 000,50'],
    ['de', 'min_mileage=300.000+km', 'min_mileage=300000', '300.000'],
    // Hidden, because no category with this filter is chosen.
    ['de', 'min_gross_weight=7,5+t', 'min_gross_weight=7500', '7500'],
    ['de', 'min_year=2.019', 'min_year=2019', '2019'],
  ])(
    '/%s reads %s as people write it, under the one address %s',
    async (language, typed, plain, canonical) => {
      const address = new URLSearchParams(typed.replaceAll('+', ' '));
      const redirect = await page(`/${language}/search?brand=daf&${address.toString()}`);
      expect([redirect.status, redirect.headers['location']]).toEqual([
        301,
        `/${language}/search?${plain}&brand=daf`,
      ]);
      const { status, text } = await page(`/${language}/search?${plain}&brand=daf`);
      const [name = ''] = plain.split('=');
      expect([status, new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1]]).toEqual([
        200,
        canonical,
      ]);
    },
  );

  it.each([
    ['en', 'from 350 kW', 'Power from 476\u00a0hp'],
    ['de', 'ab 350 kW', 'Leistung ab 350\u00a0kW (476\u00a0PS)'],
    ['fr', 'à partir de 350 kW', 'Puissance à partir de 476\u00a0ch'],
    ['nl', 'vanaf 350 kW', 'Vermogen vanaf 476\u00a0pk'],
    ['pl', 'od 350 kW', 'Moc od 476\u00a0KM'],
  ])('/%s reads %j as power and shows it in the common unit', async (language, query, chip) => {
    const { text } = await t.get(`/${language}/search?${new URLSearchParams({ q: query }).toString()}`);
    expect(text).toContain(`${chip} `);
  });

  it.each([
    ['en', 'Bavaria'],
    ['de', 'Bayern'],
    ['fr', 'Bavière'],
    ['nl', 'Beieren'],
    ['pl', 'Bawaria'],
  ])('/%s shows the name of a region in the language: %s', async (language, name) => {
    for (const region of ['Bayern', 'bavaria']) {
      const { text } = await page(`/${language}/search?region=${region}`);
      expect(text).toMatch(new RegExp(`class="chip on"[^>]*>${name} <`));
      expect(text).toContain(`<h1>${name}`);
    }
  });

  it('keeps the landing page of a number that is typed in its address', async () => {
    const { headers } = await page('/de/tractor-units/daf?max_price=10.000');
    expect(headers['location']).toBe('/de/tractor-units/daf?max_price=10000');
  });

  it.each([
    ['en', 'cheap', 'Enter a number, such as 60,000.'],
    ['de', '60k', 'Geben Sie eine Zahl ein, etwa 60.000.'],
    ['fr', '5e4', 'Saisissez un nombre, par exemple 60\u202f000.'],
    ['nl', '60.00.0', 'Vul een getal in, bijvoorbeeld 60.000.'],
    ['pl', '60 000 kg', 'Wpisz liczbę, na przykład 60 000.'],
    ['en', '-1', 'Must be at least 0.'],
  ])(
    '/%s says at the field that %j cannot be searched for, and searches without it',
    async (language, text, problem) => {
      const query = new URLSearchParams({ max_price: text, min_power: '450' }).toString();
      const results = await page(`/${language}/search?${query}`);
      expect(results.status).toBe(200);
      const field = /<input[^>]*name="max_price"[^>]*>/.exec(results.text)?.[0];
      expect(field).toContain('aria-invalid="true"');
      expect(field).toContain(`value="${text}"`);
      expect(results.text).toContain(problem);
      expect([results.text.includes('A strong one'), results.text.includes('A weak one')]).toEqual([
        true,
        false,
      ]);
      expect(results.text).not.toContain(`max_price=${encodeURIComponent(text)}&amp;min_power`);
    },
  );

  it('says so of a year in the Middle Ages and of bounds that exclude each other', async () => {
    const outdated = await page('/en/search?min_year=1200&max_year=1300');
    expect([outdated.status, outdated.text.split('Must be at least 1900.').length]).toEqual([200, 3]);
    const crossed = await page('/en/search?min_price=9000&max_price=8000');
    expect([crossed.status, crossed.text.split('role="alert"').length]).toEqual([200, 2]);
  });

  it('leaves the API its strictness', async () => {
    expect((await t.get('/v1/search?max_price=10.000,00')).status).toBe(400);
    expect((await t.get('/v1/search?max_price=10.000')).status).toBe(200);
  });

  it('are those of the category, with its types', async () => {
    const machines = (await page('/en/search?category=construction-machinery')).text;
    expect([machines.includes('min_hours'), machines.includes('name="cab"')]).toEqual([true, false]);
    const tractors = (await page('/en/tractor-units')).text;
    expect([tractors.includes('min_hours'), tractors.includes('name="cab"')]).toEqual([false, true]);
    expect(tractors).toMatch(/name="subcategory"[^>]*value="standard-tractor-units"/);
    const type = (await page('/en/tractor-units/standard-tractor-units')).text;
    expect(type).toMatch(/name="subcategory"[^>]*checked=""[^>]*value="standard-tractor-units"/);
    expect(type).toContain('22 vehicles');
  });

  it('are those of road vehicles if the category is unknown', async () => {
    const { status, text } = await page('/en/search?category=constructor');
    expect([status, text.includes('min_power'), text.includes('min_hours')]).toEqual([200, true, false]);
  });

  it('without results together: each helpful one can be dropped, the narrowest first', async () => {
    const { text } = await page('/en/search?brand=man&min_power=450&max_price=10000&country=DE');
    const offers = [...text.matchAll(/<span>Without ([^<]+)<\/span><b>([^<]+)</g)];
    expect(offers.map(([, name, count]) => [name, count])).toEqual([
      ['Price up to €10,000', '1 vehicle'],
      ['Power from 450 hp', '1 vehicle'],
    ]);
    expect(text).toContain('href="/en/search?max_price=10000&amp;brand=man&amp;country=DE"');
    const words = await page('/en/tractor-units/man?q=strong&max_price=5');
    expect(words.text).toMatch(/href="\/en\/search\?q=strong&amp;category=tractor-units&amp;brand=man" rel/);
  });
});

describe('the page of a category', () => {
  it('leads to the pages of its makes', async () => {
    const { text } = await page('/en/tractor-units');
    expect(text).toContain('href="/en/tractor-units/daf"');
    expect((await page('/en/tractor-units/daf')).text).toContain('DAF Tractor units for sale');
  });
});

describe('the page of a model', () => {
  it('is linked from the page of its make and named in title, heading and path', async () => {
    expect((await page('/en/tractor-units/daf')).text).toContain('href="/en/tractor-units/daf/xf"');
    const { status, text } = await page('/en/tractor-units/daf/xf');
    expect([status, text.match(/<article class="card"/g)?.length]).toEqual([200, 20]);
    expect(text).toMatch(/<h1>DAF XF Tractor units for sale/);
    expect(text).toContain('href="/en/tractor-units/daf">DAF</a>');
    expect(text).not.toContain('<meta name="robots"');
    expect((await page('/en/tractor-units/daf/xf?min_year=2020')).text).toContain('Remove filter XF');
  });

  it.each(['daf/nothing', 'nobody/xf', 'standard-tractor-units/xf', 'daf/xf/more', 'daf/%00'])(
    'responds with 404 for %s',
    async (path) => {
      expect((await page(`/en/tractor-units/${path}`)).status).toBe(404);
    },
  );
});

describe('the map', () => {
  it('has a circle for each country of Europe with its number, and none elsewhere', async () => {
    const { text } = await page('/de/search?brand=daf&all=map');
    expect(text).toContain('aria-label="Polen: 4 Fahrzeuge"');
    expect(text).toContain('href="/de/search?brand=daf&amp;country=PL"');
    expect(text.match(/<circle cx="\d+" cy="\d+" r="\d+"/g)).toHaveLength(4);
  });
});

describe('the orders of results', () => {
  it.each([
    ['Price: low to high', (a: FoundVehicle, b: FoundVehicle) => a.price <= b.price],
    ['Price: high to low', (a: FoundVehicle, b: FoundVehicle) => a.price >= b.price],
    ['Newest year first', (a: FoundVehicle, b: FoundVehicle) => a.year >= b.year],
    ['Lowest mileage', (a: FoundVehicle, b: FoundVehicle) => a.mileage <= b.mileage],
  ] as const)('%s is the target of the link, and the text of the page', async (name, isInOrder) => {
    const { text } = await page('/en/search');
    const query = new RegExp(`href="/en/search\\?([^"]+)" rel="nofollow">${name}<`).exec(text)?.[1] ?? '';
    const response = await t.get(`/api/search?${query.replaceAll('&amp;', '&')}&limit=50`);
    const results = response.body.data.results as FoundVehicle[];
    const pairs = results.slice(1).map((result, index) => [results[index] ?? result, result] as const);
    expect(new Set(pairs.map(([a, b]) => isInOrder(a, b)))).toEqual(new Set([true]));
    const ordered = await page(`/en/search?${query.replaceAll('&amp;', '&')}`);
    expect(ordered.text).toContain(`Sort by: ${name}`);
  });

  it.each([
    ['en', 'Best value'],
    ['de', 'Bester Preis im Vergleich'],
    ['fr', 'Prix les plus avantageux'],
    ['nl', 'Voordeligste aanbod'],
    ['pl', 'Najkorzystniejsza oferta'],
  ])('include the price position: %s', async (language, name) => {
    const { text } = await page(`/${language}/search?sort=price_position`);
    const address = `/${language}/search?sort=price_position&amp;order=asc`;
    expect(text).toContain(`href="${address}" aria-current="true" rel="nofollow">${name}<`);
    expect(text).toContain(`: ${name}</span>`);
  });

  it('link to an explanation next to the sort menu', async () => {
    const { text } = await page('/de/tractor-units');
    expect(text).toMatch(/<a class="order[^"]*" href="\/de\/info\/ranking"[^>]*title="[^"]+">/);
    expect((await t.get('/de/info/ranking')).status).toBe(200);
  });

  it('are not called relevance when an address asks for one that is not offered', async () => {
    const { text } = await page('/en/search?sort=mileage&order=desc');
    expect(text).toContain('<span class="unseen">Sort by</span>');
  });
});

describe('a page of results', () => {
  it('switches between net, gross and stated prices and stays the same search', async () => {
    const { text } = await page('/en/search?brand=daf&sort=price&order=asc&prices=net');
    const toolbar = /<nav class="seg".*?<\/nav>/.exec(text)?.[0] ?? '';
    expect(
      [...toolbar.matchAll(/href="([^"]+)"( aria-current="true")?/g)].map(([, to, on]) => [
        to,
        on !== undefined,
      ]),
    ).toEqual([
      ['/en/search?sort=price&amp;order=asc&amp;brand=daf&amp;prices=asked', false],
      ['/en/search?sort=price&amp;order=asc&amp;brand=daf&amp;prices=net', true],
      ['/en/search?sort=price&amp;order=asc&amp;brand=daf&amp;prices=gross', false],
    ]);
  });

  it('stays within its budget of bytes', async () => {
    const { text } = await page('/en/search');
    expect(text.match(/<article class="card"/g)).toHaveLength(20);
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(6.25 * 1024);
  });
});

describe('cards', () => {
  it('are rendered once, and again when their content has changed, also on the page of the dealer', async () => {
    const words = { title: 'One that changes', description: 'Nothing like the others.' };
    const { id } = await publish(t, seller, { ...words, powerKw: 300, axles: 2 });
    await publish(t, seller, { title: 'One more that changes', powerKw: 310 });
    const addresses = ['/en/search?q=changes&sort=created_at', `/en/dealer/${seller.slug}`];
    const readPowers = async (): Promise<readonly boolean[]> => {
      const texts = await Promise.all(addresses.map(async (address) => (await page(address)).text));
      return texts.flatMap((text) => [text.includes('408 hp'), text.includes('476 hp')]);
    };
    expect([await readPowers(), await readPowers()]).toEqual([
      [true, false, true, false],
      [true, false, true, false],
    ]);
    await t.patch(`/api/seller/listings/${id}`, { powerKw: 350 }, { as: seller });
    expect(await readPowers()).toEqual([false, true, false, true]);
  });

  it('are of the language of the page', async () => {
    const en = (await page('/en/search?q=changes')).text;
    const de = (await page('/de/search?q=changes')).text;
    expect([en.includes('421 hp'), de.includes('421 PS'), de.includes('421 hp')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
