/** Layout defects that a person sees at once and accessibility checks do not detect. */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { createBuyer, createSeller, type TestSeller } from '../support/factories.ts';
import { newId } from '../../src/platform/ids.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;
let slug: string;

testInBrowser(async () => {
  seller = await createSeller(t, {
    plan: 'premium',
    companyName: 'Vogt & Petersen Nutzfahrzeuge',
    verified: true,
  });
  const listing = await publish(t, seller, { title: 'MAN TGX 18.500', powerKw: 368, vatDeductible: true });
  slug = listing.slug;
  const buyer = await createBuyer(t);
  await t.db
    .insertInto('reviews')
    .values({
      id: newId('rev', t.clock.now()),
      seller_id: seller.sellerId,
      author_id: buyer.userId,
      rating: 1,
      title: null,
      text: 'Never again.',
      status: 'published',
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
    })
    .execute();
  await t.db
    .updateTable('sellers')
    .set({ rating_count: 1, rating_sum: 1 })
    .where('id', '=', seller.sellerId)
    .execute();
  await t.app.settle();
});

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
};

it('the longest name of a category fits on one line of its tile', async () => {
  for (const phone of [false, true]) {
    const { page, context } = await b.open('/de/', { phone });
    const name = page.locator('.tile h3 a', { hasText: 'Sattelzugmaschinen' });
    expect((await boxOf(name)).height).toBeLessThan(34);
    await context.close();
  }
});

it('a comparison under way does not lie over the button of the filters', async () => {
  const { page, context } = await b.open('/en/search', { phone: true });
  // A phone's cards have no room for the choice; the page of the vehicle has.
  await page.getByRole('link', { name: 'MAN TGX 18.500', exact: true }).click();
  await page.getByRole('button', { name: 'Compare: MAN TGX 18.500' }).click();
  await page.goBack();
  const bar = page.locator('[data-compare-bar]');
  await bar.waitFor();
  await page.locator('[data-open-filters]').click();
  const apply = await boxOf(page.getByRole('button', { name: 'Show 1 vehicle', exact: true }));
  const position = `${apply.x + apply.width / 2}, ${apply.y + apply.height / 2}`;
  const hit = await page.evaluate(`document.elementFromPoint(${position})?.textContent`);
  expect(hit).toBe('Show 1 vehicle');
  await context.close();
});

it('on a phone the basis is next to the price, and neither wraps', async () => {
  const { page, context } = await b.open('/en/search', { phone: true });
  const card = page.locator('.card').first();
  const [price, basis] = [await boxOf(card.locator('.price')), await boxOf(card.locator('.price small'))];
  expect(basis.y + basis.height).toBeLessThanOrEqual(price.y + price.height);
  expect((await boxOf(card.locator('.verified'))).height).toBeLessThan(24);
  await context.close();
});

it('sliders are large enough for a finger', async () => {
  for (const [phone, least] of [
    [false, 24],
    [true, 44],
  ] as const) {
    const { page, context } = await b.open(`/en/listing/${slug}`, { phone });
    for (const slider of await page.getByRole('slider').all())
      expect((await boxOf(slider)).height).toBeGreaterThanOrEqual(least);
    await context.close();
  }
});

it('plans beside each other have their prices and their limits on the same lines', async () => {
  const { page, context } = await b.open('/de/sell');
  for (const part of ['.price', 'dl']) {
    const boxes = await Promise.all((await page.locator(`.plan ${part}`).all()).map(boxOf));
    const tops = boxes.map(({ y }) => Math.round(y));
    expect(tops).toHaveLength(5);
    expect(new Set(tops).size).toBe(1);
  }
  await context.close();
});

it('reviews have the room beside the votes, and one star is one', async () => {
  const { page, context } = await b.open(`/en/dealer/${seller.slug}/reviews`);
  const [votes, review] = [await boxOf(page.locator('.votes')), await boxOf(page.locator('article.review'))];
  expect(review.x).toBeGreaterThan(votes.x + votes.width);
  expect(review.width).toBeGreaterThanOrEqual(votes.width);
  expect(await page.locator('.votes dt .unseen').last().textContent()).toBe('1 star');
  await context.close();
});

it('an unknown page is not a category', async () => {
  const { page, context } = await b.open('/en/nothing/here');
  expect(await page.locator('.kinds [aria-current]').count()).toBe(0);
  await context.close();
});
