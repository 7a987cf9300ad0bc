// Effects of a listing's images elsewhere: pages, lists, searches, quality score and events; and which API keys can change them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/actor.ts';
import { sendFiles } from '../http/media/support/form.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import { createApiKey, createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

const keyOf = (seller: TestSeller, scopes: readonly Scope[]): Promise<string> =>
  createApiKey(t, seller.userId, scopes);

describe('images of a listing', () => {
  it('show on its pages, in lists and searches, and are an event', async () => {
    const seller = await createSeller(t);
    const { listingId, slug } = await createListing(t, seller, { title: 'A truck with pictures' });
    const url = `/api/seller/listings/${listingId}/images`;
    const page = async (): Promise<{ images: { id: string }[]; thumbnail: string | null }> =>
      (await t.get(`/api/listings/${slug}`)).body.data;
    const found = async (path: string): Promise<unknown> => {
      const { data } = (await t.get(path)).body;
      return (data.results ?? data.listings).find((result: { id: string }) => result.id === listingId)
        .thumbnail;
    };
    expect(await page()).toMatchObject({ images: [], thumbnail: null });
    const added = await sendFiles(t, url, [{ content: await jpeg() }, { content: await jpeg() }], {
      as: seller,
    });
    const [first, second] = added.body.data.images;
    expect(await page()).toMatchObject({ images: [first, second], thumbnail: first.sizes.thumbnail.jpeg });
    for (const path of ['/api/search?q=pictures', '/api/listings', `/api/sellers/${seller.slug}/listings`])
      expect(await found(path)).toBe(first.sizes.thumbnail.jpeg);
    const ownListing = await t.get(`/api/seller/listings/${listingId}`, { as: seller });
    expect(ownListing.body.data.images).toEqual([first, second]);
    await t.patch(url, { order: [second.id, first.id] }, { as: seller });
    expect(await found('/api/search?q=pictures')).toBe(second.sizes.thumbnail.jpeg);
    await t.del(`${url}/${second.id}`, { as: seller });
    await t.del(`${url}/${first.id}`, { as: seller });
    expect(await page()).toMatchObject({ images: [], thumbnail: null });
    expect(await found('/api/search?q=pictures')).toBeNull();
    const events = await t.db
      .selectFrom('events')
      .select(['type', 'data'])
      .where('seller_id', '=', seller.sellerId)
      .execute();
    expect(events).toHaveLength(4);
    expect(events.every(({ type }) => type === 'listing.updated')).toBe(true);
    expect(events[0]?.data).toMatchObject({ listing: { id: listingId }, changed_fields: ['images'] });
  });

  it('raise its quality', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const url = `/api/seller/listings/${listingId}`;
    const quality = async (): Promise<{ score: number; missing: string[] }> =>
      (await t.get(url, { as: seller })).body.data.quality;
    const stored = () =>
      t.db
        .selectFrom('listings')
        .select('quality_score')
        .where('id', '=', listingId)
        .executeTakeFirstOrThrow();
    const before = await quality();
    expect(before.missing).toContain('images');
    const eight = await Promise.all(Array.from({ length: 8 }, () => jpeg(64, 48)));
    await sendFiles(
      t,
      `${url}/images`,
      eight.map((content) => ({ content })),
      { as: seller },
    );
    const after = await quality();
    expect(after.score).toBeGreaterThan(before.score);
    expect(after.missing).not.toContain('images');
    expect(await stored()).toEqual({ quality_score: after.score });
  });
});

describe('API keys', () => {
  it('write images with listings:write, read them with that and listings:read, and do nothing with another scope', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const url = `/v1/listings/${listingId}/images`;
    const [read, write, remove] = await Promise.all([
      keyOf(seller, ['listings:read']),
      keyOf(seller, ['listings:write']),
      keyOf(seller, ['listings:delete']),
    ]);
    const statuses = async (as: string): Promise<number[]> => {
      const posted = await sendFiles(t, url, [{ content: await jpeg(64, 48) }], { as });
      const id = posted.body.data?.images[0].id ?? 'img_x';
      return [
        posted.status,
        (await t.get(url, { as })).status,
        (await t.patch(url, { order: [id] }, { as })).status,
        (await t.del(`${url}/${id}`, { as })).status,
      ];
    };
    expect(await statuses(read)).toEqual([403, 200, 403, 403]);
    expect(await statuses(write)).toEqual([201, 200, 200, 204]);
    expect(await statuses(remove)).toEqual([403, 403, 403, 403]);
    const refused = await t.patch(url, { order: [] }, { as: read });
    expect([refused.body.error.code, refused.headers['x-accepted-scopes']]).toEqual([
      'INSUFFICIENT_SCOPE',
      'listings:write',
    ]);
  });

  it('do nothing with the profile, whatever their scopes', async () => {
    const seller = await createSeller(t);
    const key = await keyOf(seller, ['listings:write', 'listings:read', 'messages:write']);
    for (const path of ['/v1/seller/profile', '/v1/seller/reviews', '/v1/reviews']) {
      const response = await t.get(path, { as: key });
      expect([response.status, response.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });
});
