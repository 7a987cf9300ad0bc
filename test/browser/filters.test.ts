/** Filters and query terms: readers stay on the page, and the page shows how it has understood their input. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { createBuyer, createSeller, TEST_PASSWORD } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

const HAMBURG = { country: 'DE', city: 'Hamburg' };

testInBrowser(async () => {
  collectNotices(t);
  const seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  const retarder = { features: ['retarder'], euroStandard: 'euro6' };
  const plain = { features: [], euroStandard: 'euro5' };
  for (let i = 0; i < 25; i++)
    await publish(t, seller, {
      title: `MAN TGX 18.${400 + i}`,
      price: 30_000 + i * 1000,
      year: 2015 + (i % 5),
      location: HAMBURG,
      ...(i < 5 ? retarder : plain),
    });
  await publish(t, seller, { title: 'DAF XF 480', brand: 'daf', model: 'XF', price: 55_000, color: 'red' });
  await t.app.settle();
});

/** Opens the group with the town field, which is folded by default. */
async function openTown(page: Page): Promise<Locator> {
  await page.locator('#filters summary', { hasText: 'Place' }).click();
  return page.getByLabel('Town', { exact: true });
}

const historyLength = (page: Page): Promise<number> => page.evaluate('history.length');
const chips = (page: Page): Promise<string[]> => page.locator('.chips .chip').allInnerTexts();
const sorts = (page: Page): Promise<string[]> => page.locator('.tools .sheet a').allTextContents();
const results = (page: Page): Promise<number> => page.locator('article.card').count();

describe('a filter', () => {
  it('applies after a pause in typing, adds one history entry and keeps the focus', async () => {
    const { page, context, errors } = await b.open('/en/search');
    await page.evaluate('window.stays = true');
    const before = await historyLength(page);
    const field = page.getByRole('textbox', { name: 'to (EUR)' });
    await field.pressSequentially('31500', { delay: 20 });
    await page.waitForURL(/max_price=31500$/);
    await expect.poll(() => results(page)).toBe(2);
    expect(await historyLength(page)).toBe(before + 1);
    const focused = '[window.stays, document.activeElement.name, document.activeElement.value]';
    expect(await page.evaluate(focused)).toEqual([true, 'max_price', '31500']);
    await page.keyboard.type('0', { delay: 20 });
    await page.waitForURL(/max_price=315000$/);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('applies at once on blur or Enter', async () => {
    const { page, context } = await b.open('/en/search');
    const from = page.getByRole('textbox', { name: 'from (EUR)' });
    await from.fill('53000');
    await from.press('Enter');
    await page.waitForURL(/min_price=53000$/);
    await page.getByRole('textbox', { name: 'to (EUR)' }).fill('54000');
    await page.getByRole('textbox', { name: 'to (EUR)' }).blur();
    await page.waitForURL(/min_price=53000&max_price=54000$/);
    await expect.poll(() => results(page)).toBe(2);
    await page.goBack();
    await page.waitForURL(/min_price=53000$/);
    await context.close();
  });

  it('shows an error at an invalid field and keeps the results', async () => {
    const { page, context, errors } = await b.open('/en/search?max_price=31500');
    const url = page.url();
    const town = await openTown(page);
    await town.fill('Nowhereville');
    await town.blur();
    const problem = page.locator('#filters').getByRole('alert');
    await problem.waitFor();
    expect(await problem.innerText()).toContain('Nowhereville');
    expect(await problem.innerText()).not.toMatch(/city|parameter|[a-z]_[a-z]/);
    expect(await town.getAttribute('aria-invalid')).toBe('true');
    expect([page.url(), await results(page), await town.inputValue()]).toEqual([url, 2, 'Nowhereville']);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('shows invalid input in the form again without a script', async () => {
    const { page, context } = await b.open('/en/search?max_price=cheap&city=Nowhereville', {
      withoutScript: true,
    });
    expect(await page.getByRole('textbox', { name: 'to (EUR)' }).inputValue()).toBe('cheap');
    expect(await page.getByLabel('Town', { exact: true }).inputValue()).toBe('Nowhereville');
    expect(await page.locator('#filters [role=alert]').count()).toBe(2);
    expect(await results(page)).toBe(20);
    await context.close();
  });

  it('accepts a postcode as a town and searches around it', async () => {
    const { page, context } = await b.open('/en/search');
    const town = await openTown(page);
    await town.fill('20095');
    await town.press('Enter');
    await page.waitForURL(/city=DE-20095&radius=50$/);
    await expect.poll(() => results(page)).toBe(20);
    expect(await chips(page)).toContain('within 50 km of DE-20095');
    await context.close();
  });

  it('suggests towns', async () => {
    const { page, context } = await b.open('/en/search');
    await (await openTown(page)).pressSequentially('hambu', { delay: 30 });
    const first = page.locator('#towns option').first();
    await expect.poll(() => first.getAttribute('value')).toBe('Hamburg');
    await context.close();
  });

  it('searches near the location of the reader', async () => {
    const { page, context } = await b.open('/en/search');
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 53.5, longitude: 10 });
    await openTown(page);
    await page.getByText('Near me').click();
    await page.waitForURL(/lat=53\.5&lng=10/);
    await expect.poll(() => results(page)).toBe(20);
    expect((await chips(page)).length).toBeGreaterThan(1);
    await context.close();
  });
});

describe('query terms', () => {
  it('become chips and selected filters, each of which can be removed', async () => {
    const { page, context } = await b.open('/en/search?q=man+tractor+units+euro+6+retarder+under+40000');
    expect(await results(page)).toBe(5);
    const names = ['MAN', 'Tractor units', 'Retarder / intarder'];
    for (const name of names) expect(await chips(page)).toContainEqual(expect.stringContaining(name));
    expect(await page.getByRole('checkbox', { name: /^MAN/ }).isChecked()).toBe(true);
    expect(await page.locator('#filters input[name=features][value=retarder]').isChecked()).toBe(true);
    expect(await page.getByRole('textbox', { name: 'to (EUR)' }).inputValue()).toBe('40,000');
    await page.getByRole('link', { name: 'Remove filter Retarder / intarder' }).click();
    await page.waitForURL((url) => !url.search.includes('retarder'));
    await expect.poll(() => chips(page)).not.toContainEqual(expect.stringContaining('Retarder'));
    expect(await chips(page)).toContainEqual(expect.stringContaining('Euro 6'));
    await context.close();
  });

  it('are named if the search leaves them out', async () => {
    const { page, context } = await b.open('/en/search?q=man+tgx+xyzzyqq');
    expect(await chips(page)).toContainEqual(expect.stringMatching(/^Left out:\s+xyzzyqq/));
    expect(await page.locator('.say').innerText()).toContain('without “xyzzyqq”');
    expect(await results(page)).toBe(20);
    await context.close();
  });

  it('show the distance of the nearest vehicle if a town has none', async () => {
    const { page, context } = await b.open('/en/search?q=man+tgx+in+bremen');
    expect(await page.locator('.say').innerText()).toMatch(
      /Nothing found near Bremen\. The nearest is \d+ km away/,
    );
    await context.close();
  });

  it('are corrected visibly if they are misspelt', async () => {
    const { page, context } = await b.open('/en/search?q=retardre+man');
    expect(await page.locator('.say').innerText()).toMatch(/retardre/);
    await context.close();
  });
});

describe('filter groups', () => {
  it('show counts, models once a make is selected, and a price histogram', async () => {
    const { page, context } = await b.open('/en/tractor-units');
    const man = page.locator('#filters label', { has: page.getByRole('checkbox', { name: /^MAN/ }) });
    expect(await man.locator('.count').innerText()).toBe('25');
    expect(await page.locator('#filters input[name=model]').count()).toBe(0);
    await page.getByRole('checkbox', { name: /^MAN/ }).check();
    await page.waitForURL(/brand=man|\/man/);
    await expect.poll(() => page.locator('#filters input[name=model]').count()).toBeGreaterThan(0);
    expect(
      await page.locator('#filters fieldset', { hasText: 'Price' }).locator('svg.bars .in[d]').count(),
    ).toBe(1);
    await context.close();
  });

  it('depend on the category', async () => {
    const hasFields = async (path: string, names: readonly string[]): Promise<readonly boolean[]> => {
      const { page, context } = await b.open(path);
      const arePresent = await Promise.all(
        names.map(async (name) => (await page.locator(`#filters [name=${name}]`).count()) > 0),
      );
      await context.close();
      return arePresent;
    };
    const names = ['min_load_volume', 'min_seats', 'min_hours', 'euro_standard'];
    expect(await hasFields('/en/tractor-units', names)).toEqual([false, false, false, true]);
    expect(await hasFields('/en/semi-trailers', names)).toEqual([true, false, false, false]);
    expect(await hasFields('/en/buses', names.slice(0, 3))).toEqual([false, true, false]);
    expect(await hasFields('/en/construction-machinery', names)).toEqual([false, false, true, false]);
  });

  it('are cleared without leaving the category', async () => {
    const { page, context } = await b.open('/en/tractor-units?max_price=31500');
    await page.getByRole('link', { name: 'Clear all' }).first().click();
    await page.waitForURL(/\/en\/tractor-units$/);
    expect(await results(page)).toBe(20);
    await context.close();
  });
});

describe('results', () => {
  it('can be sorted by distance only if the search has a place', async () => {
    const { page, context } = await b.open('/en/search');
    expect(await sorts(page)).not.toContainEqual(expect.stringMatching(/distance|nearest/i));
    await page.goto(`${b.origin}/en/search?city=Bremen&radius=200`);
    expect(await sorts(page)).toContainEqual(expect.stringMatching(/distance|nearest/i));
    await context.close();
  });

  it('have numbered pages', async () => {
    const { page, context } = await b.open('/en/search');
    await page
      .getByRole('link', { name: '2', exact: true })
      .or(page.getByRole('link', { name: 'Page 2' }))
      .click();
    await page.waitForURL(/page=2/);
    expect(await results(page)).toBe(6);
    await context.close();
  });

  it('on a phone show the number of active filters, and a live count on the button', async () => {
    const { page, context } = await b.open('/en/search?brand=man&max_price=31500', { phone: true });
    const open = page.locator('[data-open-filters]');
    expect(await open.innerText()).toMatch(/2/);
    await open.click();
    await page.getByRole('button', { name: 'Show 2 vehicles', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'to (EUR)' }).fill('33500');
    await page.getByRole('textbox', { name: 'to (EUR)' }).blur();
    await page.getByRole('button', { name: 'Show 4 vehicles', exact: true }).click();
    expect(await results(page)).toBe(4);
    await context.close();
  });
});

describe('a heart', () => {
  it('stays set for a buyer after a reload, and the header links to notifications', async () => {
    const buyer = await createBuyer(t);
    const { page, context } = await b.open('/en/sign-in?next=/en/search');
    await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email);
    await page
      .getByRole('textbox', { name: 'Password' })
      .or(page.locator('[name=password]'))
      .first()
      .fill(TEST_PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/en\/search$/);
    const heart = page.locator('article.card .heart').first();
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await page
      .locator('header')
      .getByRole('link', { name: /notification/i })
      .click();
    await page.waitForURL(/\/en\/notifications/);
    await context.close();
  });
});
