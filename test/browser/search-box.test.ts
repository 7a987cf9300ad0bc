import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';

let seller: TestSeller;
let slug: string;

testInBrowser(async () => {
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  const first = await publish(t, seller, { title: 'MAN TGX 18.500' });
  slug = first.slug;
  await t.db.updateTable('listings').set({ external_id: 'HT-4711' }).where('id', '=', first.id).execute();
  await publish(t, seller, { title: 'DAF XF 480', brand: 'daf', model: 'XF' });
  await t.app.settle();
});

const boxOf = (page: Page) => page.locator('#q');

const optionsOf = (page: Page) => page.locator('.suggestions').getByRole('option');

/** Returns each heading with its options. */
const suggestedIn = async (page: Page): Promise<readonly string[]> => {
  const groups = await page.locator('.suggestions').getByRole('group').all();
  return Promise.all(groups.map(async (group) => (await group.locator('> *').allTextContents()).join(' | ')));
};

async function suggestionsFor(page: Page, typed: string): Promise<readonly string[]> {
  await boxOf(page).fill(typed);
  await optionsOf(page).first().waitFor();
  return suggestedIn(page);
}

describe('suggestions', () => {
  it.each([
    ['tgx', 'Modell | MAN TGX', () => '/de/search?brand=man&model=TGX'],
    ['sattelzug', 'Kategorie | Sattelzugmaschinen', () => '/de/search?category=tractor-units'],
    ['münch', 'Ort | München Deutschland', () => '/de/search?city=M%C3%BCnchen&radius=60'],
    ['hansa', 'Händler | Hansa Trucks', () => `/de/dealer/${seller.slug}`],
    ['HT-4711', 'Bestandsnummer | MAN TGX 18.500', () => `/de/listing/${slug}`],
  ])(
    'for %s are in the language of the page and lead to their target',
    async (typed, suggestion, address) => {
      const { page, context, errors } = await b.open('/de/search');
      const suggested = await suggestionsFor(page, typed);
      expect(suggested.some((text) => text.startsWith(suggestion))).toBe(true);
      const option = suggestion.split(' | ')[1] ?? '';
      await page.getByRole('option', { name: option }).first().click();
      await page.waitForURL((url) => url.pathname + url.search === address());
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  it('follow the ARIA combobox pattern', async () => {
    const { page, context } = await b.open('/en/search');
    const box = boxOf(page);
    await suggestionsFor(page, 'da');
    const state = async () => [
      await box.getAttribute('aria-expanded'),
      await page
        .locator('[aria-selected=true]')
        .textContent()
        .catch(() => null),
    ];
    expect(await box.getAttribute('role')).toBe('combobox');
    await box.press('ArrowDown');
    expect(await state()).toEqual(['true', 'DAF']);
    const active = await box.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe('DAF');
    expect(await accessibilityProblems(page)).toEqual([]);
    await box.press('Escape');
    expect([await box.getAttribute('aria-expanded'), await box.inputValue()]).toEqual(['false', 'da']);
    expect(await box.getAttribute('aria-activedescendant')).toBeNull();
    await context.close();
  });
});

describe('recent searches', () => {
  it('appear while the box is empty and can be removed one by one or all at once', async () => {
    const { page, context, errors } = await b.open('/en/search');
    for (const query of ['tgx 2019', 'xf 480', 'tgx 2019']) {
      await boxOf(page).fill(query);
      await boxOf(page).press('Enter');
      await page.waitForURL((url) => url.searchParams.get('q') === query);
    }
    await page.goto(`${b.origin}/de/tractor-units`);
    await boxOf(page).focus();
    await optionsOf(page).first().waitFor();
    expect(await suggestedIn(page)).toEqual(['Letzte Suchen | tgx 2019× | xf 480× | Letzte Suchen löschen']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('option', { name: 'xf 480' }).click();
    await page.waitForURL(`${b.origin}/de/search?q=xf+480`);
    await boxOf(page).fill('');
    await page.getByRole('option', { name: 'tgx 2019' }).waitFor();
    await boxOf(page).press('ArrowDown');
    await boxOf(page).press('Delete');
    expect(await suggestedIn(page)).toEqual(['Letzte Suchen | tgx 2019× | Letzte Suchen löschen']);
    await page.locator('[data-forget]').click();
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    expect(await page.evaluate('localStorage.getItem("fw-searches")')).toBeNull();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('are at most eight, without addresses of other sites', async () => {
    const { page, context } = await b.open('/en/search');
    const stored = [
      { text: 'elsewhere', address: 'https://elsewhere.example/' },
      { text: 'broken' },
      ...Array.from({ length: 12 }, (_, i) => ({ text: `search ${i}`, address: `/search?q=${i}` })),
    ];
    await page.evaluate(`localStorage.setItem('fw-searches', ${JSON.stringify(JSON.stringify(stored))})`);
    await boxOf(page).focus();
    await optionsOf(page).first().waitFor();
    const names = await optionsOf(page).allTextContents();
    expect([names.length, names[0]]).toEqual([9, 'search 0×']);
    await context.close();
  });
});

describe('a search from within a category', () => {
  it.each([[false], [true]])(
    'stays in the category unless the user searches all categories (without script: %s)',
    async (withoutScript) => {
      const { page, context } = await b.open('/en/tractor-units', { withoutScript });
      await boxOf(page).fill('tgx');
      await boxOf(page).press('Enter');
      await page.waitForURL(`${b.origin}/en/search?q=tgx&category=tractor-units`);
      expect(await page.getByRole('checkbox', { name: 'Search only in: Tractor units' }).isChecked()).toBe(
        true,
      );
      await page.getByRole('link', { name: 'Search all categories' }).click();
      await page.waitForURL(`${b.origin}/en/search?q=tgx`);
      await page.goto(`${b.origin}/en/tractor-units`);
      await page.getByRole('checkbox', { name: 'Search only in: Tractor units' }).uncheck();
      await boxOf(page).fill('tgx');
      await boxOf(page).press('Enter');
      await page.waitForURL(`${b.origin}/en/search?q=tgx`);
      await context.close();
    },
  );

  it('limits suggested makes and models to the category', async () => {
    const { page, context } = await b.open('/en/tractor-units');
    await suggestionsFor(page, 'tgx');
    await page.getByRole('option', { name: 'MAN TGX' }).click();
    await page.waitForURL(/category=tractor-units&brand=man&model=TGX$/);
    await context.close();
  });

  it('has no category checkbox if the category comes from the query terms', async () => {
    const { page, context } = await b.open('/en/search?q=tractor+units');
    expect(await page.locator('.scope').count()).toBe(0);
    await context.close();
  });
});
