import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectNotices, create, publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let man: { id: string; slug: string };
let daf: { id: string; slug: string };

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium' });
  man = await publish(t, seller, { title: 'MAN to compare', powerKw: 368, axles: 2 });
  daf = await publish(t, seller, {
    title: 'DAF to compare',
    brand: 'daf',
    model: 'XF',
    powerKw: 353,
    axles: 2,
    price: 30_000,
    features: ['air_suspension'],
  });
});
afterAll(() => t.close());

const page = async (url: string) => {
  await t.app.settle();
  const response = await t.get(url, { headers: { accept: 'text/html' } });
  return { ...response, text: response.text.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '') };
};
/** Matches the table row of a label, with its class. */
const rowOf = (text: string, label: string) =>
  new RegExp(`<tr( class="differs")?><th scope="row">${label}.*?</tr>`).exec(text)?.[0];

describe('the page that compares', () => {
  it('shows vehicles side by side in the order of the address, and marks what differs', async () => {
    const { status, text } = await page(`/en/compare?ids=${daf.id},${man.id}`);
    expect(status).toBe(200);
    expect(text.indexOf('DAF to compare')).toBeLessThan(text.indexOf('MAN to compare'));
    expect(rowOf(text, 'Power')).toContain('class="differs"');
    expect(rowOf(text, 'Power')).toContain('<td>353 kW (480 hp)</td><td class="best">368 kW (500 hp)</td>');
    expect(rowOf(text, 'Axles')).toContain('<td>2</td><td>2</td>');
    expect(rowOf(text, 'Axles')).not.toContain('differs');
    expect(rowOf(text, 'Retarder / intarder')).toMatch(
      /<td><span aria-hidden="true">–<\/span><span class="unseen">Not specified<\/span><\/td><td><svg.*?<span class="unseen">Yes<\/span><\/td>/,
    );
    expect(rowOf(text, 'Year')).toContain('<td>2020</td>');
    expect(text).toContain('noindex');
    expect(text).toContain(`href="/en/inquiries?ids=${daf.id},${man.id}"`);
    expect(text).toContain(`href="/en/inquiry/${man.slug}"`);
    expect(text).toContain(`href="/en/compare?ids=${man.id}" aria-label="Remove DAF to compare"`);
  });

  it('shows leasing offers as their dealers make them', async () => {
    const leasing = { monthly: 1250, months: 36, deposit: 5000 };
    const offered = await publish(t, seller, { title: 'Leased', leasing });
    const { text } = await page(`/en/compare?ids=${offered.id},${man.id}`);
    expect(rowOf(text, 'Leasing offer')).toContain('<td>€1,250 per month, 36 months, Deposit €5,000</td>');
  });

  it('shows only the differences when asked, by a link', async () => {
    const all = await page(`/de/compare?ids=${daf.id},${man.id}`);
    expect(all.text).toContain(`/de/compare?ids=${daf.id},${man.id}&amp;rows=different`);
    const { text } = await page(`/de/compare?ids=${daf.id},${man.id}&rows=different`);
    expect(rowOf(text, 'Leistung')).toContain('class="differs"');
    expect(rowOf(text, 'Achsen')).toBeUndefined();
  });

  it('offers similar vehicles for one, instructions for none, and leaves out deleted ones', async () => {
    const single = await page(`/en/compare?ids=${man.id}`);
    expect(single.text).toContain(`href="/en/compare?ids=${man.id},${daf.id}"`);
    expect((await page('/en/compare')).text).toContain('Add two to five vehicles with “Compare”');
    const draft = await create(t, seller, { title: 'Nobody sees this' });
    const partial = await page(`/en/compare?ids=${man.id},${draft.id},lst_nothing,${daf.id}`);
    expect([partial.status, partial.text.includes('Nobody sees this')]).toEqual([200, false]);
    expect(rowOf(partial.text, 'Axles')?.match(/<td>/g)).toHaveLength(2);
    expect((await page(`/en/compare?ids=${'x'.repeat(500)}`)).status).toBe(200);
    expect((await page('/en/compare/no-token')).status).toBe(404);
  });

  it('is saved and shared by a signed-in user, and then public', async () => {
    const browser = new BrowserSession(t);
    const share = `/en/compare/share?ids=${man.id},${daf.id}`;
    expect((await page(`/en/compare?ids=${man.id},${daf.id}`)).text).toContain(`href="${share}"`);
    expect((await browser.open(share)).headers['location']).toContain(encodeURIComponent(share));
    const { email } = await createBuyer(t);
    await browser.call('POST', '/web/session', { email, password: TEST_PASSWORD });
    expect((await browser.open(share)).text).toContain('DAF to compare');
    const fields = { do: 'share', once: 'share-1' };
    const [sent, repeated] = [await browser.submit(share, fields), await browser.submit(share, fields)];
    expect([sent.status, repeated.headers['location']]).toEqual([303, sent.headers['location']]);
    const shared = await page(String(sent.headers['location']));
    expect(shared.status).toBe(200);
    expect(shared.text).toContain(`https://market.example${String(sent.headers['location'])}`);
    expect(rowOf(shared.text, 'Power')).toContain(
      '<td class="best">368 kW (500 hp)</td><td>353 kW (480 hp)</td>',
    );
    expect(shared.text).not.toContain('aria-label="Remove');
    const { comparisons } = (await browser.call('GET', '/web/api/comparisons')).body.data;
    expect(comparisons).toHaveLength(1);
  });
});

describe('GET /comparisons/preview', () => {
  it('200 without account: the matrix in the currency asked for', async () => {
    const response = await t.get(`/api/comparisons/preview?ids=${man.id},${daf.id},${man.id}&currency=PLN`);
    expect(response.status).toBe(200);
    const { comparison } = response.body.data;
    expect(comparison.listings.map(({ id }: { id: string }) => id)).toEqual([man.id, daf.id]);
    expect(comparison.currency).toBe('PLN');
    expect(comparison.listings[1]).toMatchObject({ price: 30_000, currency: 'EUR' });
    expect(comparison.listings[1].convertedPrice).toBeGreaterThan(100_000);
    expect(response.headers['cache-control']).toBe('public, max-age=60');
    expect((await t.get('/v1/comparisons/preview?ids=lst_nothing')).body.data.comparison.listings).toEqual(
      [],
    );
  });

  it('400 without ids and with more than five', async () => {
    expect((await t.get('/api/comparisons/preview')).status).toBe(400);
    expect((await t.get('/api/comparisons/preview?ids=a,b,c,d,e,f')).status).toBe(400);
  });
});
