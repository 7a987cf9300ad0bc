import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { sendFiles } from './support/form.ts';
import { jpeg } from './support/pictures.ts';

let t: TestApp;
let address: string;

beforeAll(async () => {
  t = await createTestApp();
  const seller = await createSeller(t);
  const listing = await createListing(t, seller);
  const url = `/api/seller/listings/${listing.listingId}/images`;
  const response = await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
  address = new URL(response.body.data.images[0].sizes.medium.webp).pathname;
  await t.app.platform.storage.put('private/papers.jpg', await jpeg(), 'image/jpeg');
  await t.app.platform.storage.put('media/notes/secret.html', Buffer.from('<p>'), 'text/html');
});

afterAll(() => t.close());

describe('GET /media', () => {
  it('200: for ever, for everyone, and nothing but an image', async () => {
    const response = await t.http.inject({ method: 'GET', url: address });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-medium\.webp"$/),
      'x-request-id': expect.any(String),
    });
  });

  it('HEAD says the same without the bytes', async () => {
    const [got, head] = [
      await t.http.inject({ method: 'GET', url: address }),
      await t.http.inject({ method: 'HEAD', url: address }),
    ];
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
      expect(head.headers[name]).toBe(got.headers[name]);
    }
  });

  it('304: to those who have it', async () => {
    const { headers } = await t.http.inject({ method: 'GET', url: address });
    const tag = String(headers['etag']);
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await t.http.inject({
        method: 'GET',
        url: address,
        headers: { 'if-none-match': value },
      });
      expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0]);
    }
  });

  it.each([
    '/media/listings/00/00000000000000000000000000000000-large.jpg',
    '/media/',
    '/media/listings',
    '/media/../private/papers.jpg',
    '/media/..%2fprivate%2fpapers.jpg',
    '/media/%2e%2e/private/papers.jpg',
    '/media/listings/..%5c..%5cprivate%5cpapers.jpg',
    '/media//private/papers.jpg',
    '/media/private/papers.jpg',
    '/private/papers.jpg',
    '/media/notes/secret.html',
    '/media/listings/x.jpg%00',
    '/media/listings/x.jpg/y.jpg',
    `/media/${'a'.repeat(900)}.jpg`,
    '/media/listings/%ff.jpg',
  ])('404 or 400, in the envelope: %s', async (path) => {
    const response = await t.http.inject({ method: 'GET', url: path });
    expect([400, 404]).toContain(response.statusCode);
    expect(response.json()).toMatchObject({ success: false, error: { code: expect.any(String) } });
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('405: nothing can be written there', async () => {
    expect((await t.http.inject({ method: 'PUT', url: address })).statusCode).toBeGreaterThanOrEqual(400);
  });
});
