import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;
let slug: string;
let compared: string;

/** Cumulative layout shift since the page started to load, as browsers compute it. */
const SHIFTED = `new Promise((resolve) => {
  let sum = 0;
  const add = (entries) => { for (const entry of entries) if (!entry.hadRecentInput) sum += entry.value; };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => { add(observer.takeRecords()); resolve(sum); }));
})`;
const SHIFTED_MAX = 0.02;

const LONG =
  'Sattelzugmaschine mit Kipphydraulik und Geschwindigkeitsbegrenzungseinrichtung, Schadstoffklasseneinstufung Euro 6e, zwei Tanks';

testInBrowser(async () => {
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  const first = await publish(t, seller, {
    title: 'MAN TGX 18.500',
    powerKw: 368,
    description: 'Well kept.',
    contact: { name: 'Ann', phone: '+49 40 1234567' },
  });
  slug = first.slug;
  const second = await publish(t, seller, {
    brand: 'daf',
    model: 'XF',
    variant: '480',
    price: 30_000,
    title: 'DAF XF 480',
  });
  const third = await publish(t, seller, {
    title: LONG,
    price: 1_234_567.89,
    location: { country: 'PL', city: 'Gliwice' },
  });
  compared = `${first.id},${second.id},${third.id}`;
  for (let i = 0; i < 20; i++)
    await publish(t, seller, { title: `MAN TGX number ${i}`, year: 2015 + (i % 5) });
  await t.app.settle();
});

const addresses = (): readonly string[] => [
  '/en/',
  '/de/search?brand=man',
  '/en/search?q=nothingofthekind',
  '/de/tractor-units',
  `/en/listing/${slug}`,
  `/de/listing/${slug}/print`,
  `/en/compare?ids=${compared}`,
  '/de/compare',
  `/de/dealer/${seller.slug}`,
  `/en/dealer/${seller.slug}/reviews`,
  '/en/nothing',
];

describe('every page', () => {
  it.each([
    { name: 'on a desktop', phone: false, dark: false },
    { name: 'on a phone', phone: true, dark: false },
    { name: 'in the dark', phone: false, dark: true },
  ])('$name has no errors, nothing wider than the window, and no barrier that axe knows', async (kind) => {
    for (const address of addresses()) {
      const { page, context, errors } = await b.open(address, kind);
      // The console repeats the 404 of a page that does not exist.
      const expected = address === '/en/nothing' ? [expect.stringContaining('404')] : [];
      expect([address, errors]).toEqual([address, expected]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([address, overflow]).toEqual([address, 0]);
      expect([address, await accessibilityProblems(page)]).toEqual([address, []]);
      expect([address, Number(await page.evaluate(SHIFTED)) < SHIFTED_MAX]).toEqual([address, true]);
      await context.close();
    }
  });

  it('fits a window of 320 pixels', async () => {
    for (const address of addresses()) {
      const { page, context } = await b.open(address, { phone: true });
      await page.setViewportSize({ width: 320, height: 640 });
      expect([address, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
        address,
        0,
      ]);
      await context.close();
    }
  });
});

describe('searching', () => {
  it('narrows by a box at once: results, count, chips and address change, and the page stays', async () => {
    const { page, context, errors } = await b.open('/en/search');
    await page.evaluate('window.stays = true');
    await page.getByRole('checkbox', { name: 'DAF' }).check();
    await page.getByText('1 vehicle', { exact: true }).waitFor();
    expect(await page.locator('article.card').count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?brand=daf');
    expect(await page.getByRole('link', { name: 'Remove filter DAF' }).count()).toBe(1);
    expect(await page.evaluate('window.stays')).toBe(true);
    expect(await page.evaluate('document.activeElement.value')).toBe('daf');
    await page.goBack();
    await expect.poll(() => page.locator('article.card').count()).toBe(20);
    expect(await page.getByRole('checkbox', { name: 'DAF' }).isChecked()).toBe(false);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('works without a script, page by page', async () => {
    const { page, context } = await b.open('/en/search', { withoutScript: true });
    await page.getByRole('checkbox', { name: /^MAN/ }).check();
    await page.getByRole('textbox', { name: 'from (EUR)' }).fill('1.000,00 €');
    await page.getByRole('button', { name: /^Show \d+ vehicles$/ }).click();
    await page.waitForURL(/min_price=1000&brand=man/);
    expect(await page.getByRole('textbox', { name: 'from (EUR)' }).inputValue()).toBe('1,000');
    expect(await page.locator('article.card').count()).toBe(20);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    expect(await page.locator('article.card').count()).toBe(2);
    await context.close();
  });

  it('reads a price while it is typed, and shows an error for an invalid one', async () => {
    const { page, context, errors } = await b.open('/de/search');
    const field = page.getByRole('textbox', { name: 'bis (EUR)' });
    await field.fill('60.000');
    await page.waitForURL(/[?&]max_price=60000$/);
    await field.fill('billig');
    await field.blur();
    await page.getByRole('alert').getByText('Geben Sie eine Zahl ein, etwa 60.000.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await field.fill("60'000");
    await page.waitForURL(/[?&]max_price=60000$/);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('completes makes and models by keyboard alone', async () => {
    const { page, context, errors } = await b.open('/en/search');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const box = page
      .getByRole('combobox', { name: 'Search the marketplace' })
      .or(page.getByRole('searchbox'));
    await box.first().focus();
    await page.keyboard.type('da', { delay: 30 });
    await page.getByRole('option', { name: 'DAF', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/en\/search\?brand=daf$/);
    await page.locator('article.card').first().waitFor();
    expect(await page.locator('article.card').count()).toBe(1);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('shows filters on a phone behind a button', async () => {
    const { page, context } = await b.open('/en/search', { phone: true });
    const box = page.getByRole('checkbox', { name: 'DAF' });
    expect(await box.isVisible()).toBe(false);
    await page.locator('[data-open-filters]').click();
    expect(await box.isVisible()).toBe(true);
    await box.check();
    await page.getByRole('button', { name: 'Show 1 vehicle', exact: true }).click();
    expect(await box.isVisible()).toBe(false);
    await context.close();
  });
});

describe('the map of the search', () => {
  it('has the number of vehicles of each country as a link that narrows to it', async () => {
    const { page, context, errors } = await b.open('/en/search');
    await page.locator('a[href$="#map"]').click();
    await page.getByRole('link', { name: 'Poland: 1 vehicle' }).click();
    await page.waitForURL(/\/en\/search\?country=PL$/);
    expect(await page.getByRole('link', { name: 'Remove filter Poland' }).count()).toBe(1);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('comparing', () => {
  it('collects vehicles from results and shows them side by side', async () => {
    const { page, context, errors } = await b.open('/en/search');
    const choose = (title: string) => page.getByRole('button', { name: `Compare: ${title}`, exact: true });
    await choose('MAN TGX number 1').click();
    expect(await choose('MAN TGX number 1').getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('checkbox', { name: 'DAF' }).check();
    await page.getByText('1 vehicle', { exact: true }).waitFor();
    await choose('DAF XF 480').press('Space');
    const bar = page.locator('[data-compare-bar]');
    expect(await bar.getByRole('link', { name: /^Compare/ }).innerText()).toMatch(/^Compare\s+2/);
    expect(await bar.locator('img').count()).toBe(2);
    expect(await bar.getByRole('link', { name: 'Write to all' }).getAttribute('href')).toMatch(
      /^\/en\/inquiries\?ids=lst_\w+,lst_\w+$/,
    );
    await bar.getByRole('link', { name: /^Compare/ }).click();
    await page.waitForURL(/\/en\/compare\?ids=lst_\w+,lst_\w+$/);
    expect(await page.locator('.matrix thead th[scope=col]').count()).toBe(2);
    expect(await bar.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Show differences only' }).click();
    await page.getByRole('link', { name: 'Show all rows' }).waitFor();
    expect(await page.locator('.matrix tbody:not(.contacts) tr:not(.differs, .part-of)').count()).toBe(0);
    await page.getByRole('link', { name: 'Remove DAF XF 480' }).click();
    await page.waitForURL(/ids=lst_\w+&/);
    // The page's script stores the remaining vehicles.
    await expect
      .poll(() => page.evaluate('JSON.parse(localStorage.getItem("fw-compare")).map(({ title }) => title)'))
      .toEqual(['MAN TGX number 1']);
    await page.goto(`${new URL(page.url()).origin}/en/search`);
    await bar.waitFor();
    expect(await bar.getByRole('link', { name: /^Compare/ }).innerText()).toMatch(/^Compare\s+1/);
    expect(await bar.getByRole('link', { name: 'Write to all' }).isVisible()).toBe(false);
    await bar.getByRole('button', { name: 'Remove MAN TGX number 1' }).click();
    expect(await bar.isVisible()).toBe(false);
    expect(await page.locator('.card [aria-pressed=true][data-compare]').count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('takes no sixth, and says so', async () => {
    const { page, context } = await b.open('/en/search');
    const all = page.locator('.card [data-compare]');
    for (let i = 0; i < 6; i++) await all.nth(i).click();
    expect(await page.locator('.card [aria-pressed=true]').count()).toBe(5);
    await page.getByText('You can compare up to five vehicles').waitFor();
    await context.close();
  });

  it('works without a script, by adding similar ones', async () => {
    const { page, context } = await b.open(`/en/listing/${slug}`, { withoutScript: true });
    await page.getByRole('link', { name: 'Compare: MAN TGX 18.500' }).click();
    await page.getByRole('link', { name: /^Add:/ }).first().click();
    expect(await page.locator('.matrix thead th[scope=col]').count()).toBe(2);
    await context.close();
  });
});

describe('a listing', () => {
  it('is counted as looked at, once', async () => {
    const { page, context } = await b.open(`/en/listing/${slug}`);
    await page.reload({ waitUntil: 'networkidle' });
    await context.close();
    await t.app.modules.listings.module.stop?.();
    const { views } = await t.db
      .selectFrom('listings')
      .select('views')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    // Headless browsers identify themselves as robots, which are not counted.
    expect(views).toBe(0);
  });

  it('moves its rate with the sliders', async () => {
    const { page, context, errors } = await b.open(`/en/listing/${slug}`);
    const sum = page.locator('[data-sum]');
    const before = await sum.textContent();
    await page.getByRole('slider', { name: /Term/ }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('36 months').waitFor();
    expect(await sum.textContent()).not.toBe(before);
    expect(await sum.textContent()).toMatch(/^€[\d,]+ per month$/);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is reached from the search by keyboard, and names its seller with a way to call', async () => {
    const { page, context } = await b.open('/en/search?q=18.500');
    await page.getByRole('link', { name: 'MAN TGX 18.500' }).press('Enter');
    await page.waitForURL(new RegExp(`/en/listing/${slug}`));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('MAN TGX 18.500');
    expect(await page.getByRole('link', { name: 'Call +49 40 1234567' }).getAttribute('href')).toBe(
      'tel:+49401234567',
    );
    await context.close();
  });
});

describe('the header', () => {
  it('closes its menus with Escape, which gives back the focus, and with a click elsewhere', async () => {
    const { page, context, errors } = await b.open('/en/search');
    const menu = page.locator('.own details').first();
    const summary = menu.locator('summary');
    await summary.press('Enter');
    await menu.getByRole('link', { name: 'Deutsch' }).focus();
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('open')).toBeNull();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    await summary.click();
    expect(await menu.getAttribute('open')).not.toBeNull();
    await page.getByRole('heading', { level: 1 }).click({ position: { x: 5, y: 5 } });
    expect(await menu.getAttribute('open')).toBeNull();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('leads past the filters to the results', async () => {
    const { page, context } = await b.open('/en/search');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('results');
    await context.close();
  });
});

describe('the search panel of the home page', () => {
  it('counts while one chooses, and leads to what it counted', async () => {
    const { page, context, errors } = await b.open('/en/');
    await page.getByRole('combobox', { name: 'Make' }).selectOption('daf');
    await page.getByRole('button', { name: 'Show 1 vehicle', exact: true }).click();
    await page.waitForURL(/\/en\/search\?.*brand=daf/);
    expect(await page.locator('article.card').count()).toBe(1);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('asks for what distinguishes vehicles of the category', async () => {
    const { page, context } = await b.open('/en/', { withoutScript: true });
    const mileage = page.getByRole('combobox', { name: 'Mileage up to' });
    const formula = page.getByRole('combobox', { name: 'Axle formula' });
    expect([await mileage.isVisible(), await formula.isVisible()]).toEqual([true, false]);
    await page.getByText('Tractor units', { exact: true }).first().click();
    expect([await mileage.isVisible(), await formula.isVisible()]).toEqual([true, true]);
    await page.getByRole('button', { name: /^Show/ }).click();
    await page.waitForURL(/category=tractor-units/);
    await context.close();
  });
});

describe('a vehicle listed since the last visit', () => {
  it('is marked on the next visit in any order and language, but not in another search', async () => {
    const { page, context, errors } = await b.open('/en/search');
    const { origin } = new URL(page.url());
    const badges = page.locator('.card .since');
    await page.waitForFunction('localStorage.getItem("fw-visits") !== null');
    expect(await badges.count()).toBe(0);

    t.clock.advance(5 * MINUTE_MS);
    await publish(t, seller, { title: 'Arrived meanwhile' });
    await t.app.settle();
    await page.clock.setFixedTime(t.clock.now().getTime() + HOUR_MS);
    for (const address of ['/en/search?sort=created_at', '/en/search?sort=created_at&currency=PLN']) {
      await page.goto(origin + address);
      await page.getByText(' · 1 new since your last visit').waitFor();
      expect(await badges.count()).toBe(1);
      expect(await page.locator('.card:has(.since) h3').innerText()).toBe('Arrived meanwhile');
      expect(await badges.innerText()).toBe('New since your last visit');
      expect(Number(await page.evaluate(SHIFTED))).toBeLessThan(SHIFTED_MAX);
    }
    await page.goto(`${origin}/de/search?sort=created_at`);
    await page.getByText('1 neu seit Ihrem letzten Besuch').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'MAN' }).check();
    await page.waitForURL(/brand=man/);
    await page.waitForFunction('localStorage.getItem("fw-visits").includes("brand=man")');
    expect(await badges.count()).toBe(0);

    await page.clock.setFixedTime(t.clock.now().getTime() + 2 * HOUR_MS);
    await page.goto(`${origin}/en/search?sort=created_at`);
    await page.waitForLoadState('networkidle');
    expect(await badges.count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });
});
