import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertDrawnImages } from '../../../src/modules/media/index.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { drawPicture, pictureCodes } from '../../../src/storefront/drawings/pictures.ts';
import { createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const FACTS = { category: 'trucks', subcategory: 'tipper-trucks', driveType: '6x4', color: 'red' };

it('each code of a vehicle is another image, and nothing else is one', () => {
  const codes = pictureCodes(FACTS);
  expect(codes).toHaveLength(3);
  const drawn = codes.map((code) => drawPicture(code));
  expect(new Set(drawn).size).toBe(3);
  for (const svg of drawn) expect(svg).toMatch(/^<svg width="1280" height="960" [^>]*viewBox="0 0 640 480">/);
  for (const code of ['', '0', 'zzzzz', '000000', '00000', '00100!', `${codes[0]}0`, `${codes[0]}9`])
    expect([code, drawPicture(code)]).toEqual([code, null]);
});

it('a drawing is rendered on request, once for all listings that refer to it', async () => {
  const seller = await createSeller(t);
  const listings = [await createListing(t, seller), await createListing(t, seller)];
  const [code = '', other = ''] = pictureCodes(FACTS);
  await inTransaction(t.db, (trx) =>
    insertDrawnImages(
      trx,
      listings.map(({ listingId }) => ({ listingId, position: 1, code, at: t.clock.now() })),
    ),
  );
  const { images } = (await t.get(`/api/listings/${listings[0]?.listingId}`)).body.data;
  expect(images).toHaveLength(1);
  expect(images[0]).toMatchObject({ width: 1280, height: 960 });
  for (const [size, width] of [
    ['thumbnail', 400],
    ['medium', 960],
    ['large', 1280],
  ] as const)
    expect(images[0].sizes[size]).toMatchObject({ width, height: (width * 3) / 4 });
  const { jpeg, webp } = images[0].sizes.thumbnail;
  const paths = [jpeg, jpeg, webp].map((url: string) => new URL(url).pathname);
  const responses = await Promise.all(paths.map((path) => t.get(path)));
  expect(responses.map(({ status, headers }) => [status, headers['content-type']])).toEqual([
    [200, 'image/jpeg'],
    [200, 'image/jpeg'],
    [200, 'image/webp'],
  ]);
  expect((await t.get(paths[0] ?? '')).headers['cache-control']).toContain('immutable');
  for (const path of [
    (paths[0] ?? '').replaceAll(code, other),
    (paths[0] ?? '').replace('-thumbnail', '-huge'),
    (paths[0] ?? '').replace('.jpg', '.png'),
  ])
    expect([path, (await t.get(path)).status]).toEqual([path, 404]);
});
