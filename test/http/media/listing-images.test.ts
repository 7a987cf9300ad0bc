import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestListing,
  type TestSeller,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { sendFiles } from './support/form.ts';
import { jpeg, noise } from './support/pictures.ts';
import { expectNoTemporaryFiles, expectOnly, filesOf } from './support/stored-files.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

async function sellerWithListing(
  plan = 'premium',
): Promise<{ seller: TestSeller; listing: TestListing; url: string }> {
  const seller = await createSeller(t, { plan });
  const listing = await createListing(t, seller);
  return { seller, listing, url: `/api/seller/listings/${listing.listingId}/images` };
}

async function listingRow(listingId: string) {
  return t.db
    .selectFrom('listings')
    .select(['thumbnail', 'images_count', 'version', 'updated_at'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
}

/** Requests an image by a URL from an API response. */
async function fetchMedia(address: string) {
  return t.http.inject({ method: 'GET', url: new URL(address).pathname });
}

describe('POST images', () => {
  it('201: stores every size of several files, first one first', async () => {
    const { seller, listing, url } = await sellerWithListing();
    const [first, second] = [await jpeg(2400, 1800), await noise(500, 700).png().toBuffer()];
    const before = await listingRow(listing.listingId);
    const response = await sendFiles(
      t,
      url,
      [{ content: first }, { content: second, filename: 'b.png', type: 'image/png' }],
      { as: seller },
    );
    expect(response.status).toBe(201);
    const images = response.body.data.images;
    expect(images).toHaveLength(2);
    expect(images[0]).toMatchObject({
      position: 1,
      width: 2400,
      height: 1800,
      bytes: first.length,
      checksum: createHash('sha256').update(first).digest('hex'),
      sizes: {
        large: { width: 1920, height: 1440 },
        medium: { width: 960, height: 720 },
        thumbnail: { width: 400, height: 300 },
      },
    });
    expect(images[0].url).toBe(images[0].sizes.large.jpeg);
    expect(images[0].url).toMatch(
      /^https:\/\/market\.example\/media\/listings\/[0-9a-f]{2}\/[0-9a-f]{32}-large\.jpg$/,
    );
    // Images are never enlarged.
    expect(images[1].sizes.large).toMatchObject({ width: 500, height: 700 });
    for (const size of ['large', 'medium', 'thumbnail'] as const) {
      for (const format of ['jpeg', 'webp'] as const) {
        const served = await fetchMedia(images[0].sizes[size][format]);
        expect(served.headers['content-type']).toBe(`image/${format}`);
        const { width, height, format: found } = await sharp(served.rawPayload).metadata();
        expect({ width, height, found }).toEqual({
          width: images[0].sizes[size].width,
          height: images[0].sizes[size].height,
          found: format,
        });
      }
    }
    const after = await listingRow(listing.listingId);
    expect(after).toMatchObject({
      thumbnail: images[0].sizes.thumbnail.jpeg,
      images_count: 2,
      version: before.version + 1,
    });
    expect(after.updated_at >= before.updated_at).toBe(true);
    expect(await t.db.selectFrom('file_removals').selectAll().execute()).toEqual([]);
    await expectNoTemporaryFiles(t);
  });

  it.each(['images', 'images[]', 'image', 'files', 'file'])('201: takes the field %s', async (field) => {
    const { seller, url } = await sellerWithListing();
    const response = await sendFiles(t, url, [{ content: await jpeg(), field }], { as: seller });
    expect(response.status).toBe(201);
  });

  it.each(['png', 'webp', 'avif'] as const)('201: takes %s, whatever it is called', async (format) => {
    const { seller, url } = await sellerWithListing();
    const content = await noise(320, 240)[format]().toBuffer();
    const response = await sendFiles(t, url, [{ content, filename: 'photo.txt', type: 'text/plain' }], {
      as: seller,
    });
    expect([response.status, response.body.data.images[0].width]).toEqual([201, 320]);
  });

  it('201: adds the same file again, up to the number of the plan', async () => {
    const { seller, listing, url } = await sellerWithListing('free');
    const content = await jpeg();
    const first = await sendFiles(t, url, [{ content }, { content }], { as: seller });
    expect([first.status, first.body.data.images.length]).toEqual([201, 2]);
    const secondUpload = await sendFiles(t, url, [{ content }], { as: seller });
    expect([secondUpload.status, secondUpload.body.data.images.length]).toEqual([201, 1]);
    expect(secondUpload.body.data.images[0]).toMatchObject({
      position: 3,
      checksum: first.body.data.images[0].checksum,
    });
    const key = { as: seller, headers: { 'idempotency-key': 'once' } };
    const firstResponse = await sendFiles(t, url, [{ content }], key);
    expect((await sendFiles(t, url, [{ content }], key)).body).toEqual(firstResponse.body);
    expect(await listingRow(listing.listingId)).toMatchObject({ images_count: 4 });
    for (let count = 4; count < 10; count++)
      expect((await sendFiles(t, url, [{ content }], { as: seller })).status).toBe(201);
    const refused = await sendFiles(t, url, [{ content }], { as: seller });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    const { images } = (await t.get(url, { as: seller })).body.data;
    const removed = await t.del(`${url}/${images[0].id}`, { as: seller });
    expect([removed.status, (await fetchMedia(images[1].url)).statusCode]).toEqual([204, 200]);
  });

  it('201: also below /listings, for a key with listings:write', async () => {
    const { seller, listing } = await sellerWithListing();
    const response = await sendFiles(
      t,
      `/v1/listings/${listing.listingId}/images`,
      [{ content: await jpeg() }],
      {
        as: seller,
      },
    );
    expect(response.status).toBe(201);
    const listed = await t.get(`/v1/listings/${listing.listingId}/images`, { as: seller });
    expect(listed.body.data.images).toEqual(response.body.data.images);
  });

  it('422: a request without a file', async () => {
    const { seller, url } = await sellerWithListing();
    const asForm = await sendFiles(t, url, [], { as: seller });
    const asJson = await t.post(url, {}, { as: seller });
    for (const response of [asForm, asJson]) {
      expect([response.status, response.body.error.details[0].field]).toEqual([422, 'images']);
    }
  });

  it('400: a file in a field that takes none', async () => {
    const { seller, url } = await sellerWithListing();
    const response = await sendFiles(t, url, [{ content: await jpeg(), field: 'avatar' }], { as: seller });
    expect([response.status, response.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('413: eleven files, and a file over 10 MB', async () => {
    const { seller, url } = await sellerWithListing();
    const small = await jpeg(64, 64);
    const many = await sendFiles(
      t,
      url,
      Array.from({ length: 11 }, () => ({ content: small })),
      { as: seller },
    );
    const large = await sendFiles(
      t,
      url,
      [{ content: Buffer.concat([small, Buffer.alloc(10 * 1024 * 1024)]) }],
      {
        as: seller,
      },
    );
    expect([many.status, large.status]).toEqual([413, 413]);
    await expectNoTemporaryFiles(t);
  });

  it('403: no image over the plan, and nothing of the request is kept', async () => {
    const { seller, listing, url } = await sellerWithListing('free');
    const nine = await Promise.all(Array.from({ length: 9 }, () => jpeg(64, 64)));
    expect(
      (
        await sendFiles(
          t,
          url,
          nine.map((content) => ({ content })),
          { as: seller },
        )
      ).status,
    ).toBe(201);
    const before = await filesOf(t);
    const two = [{ content: await jpeg(64, 64) }, { content: await jpeg(64, 64) }];
    const excessive = await sendFiles(t, url, two, { as: seller });
    expect([excessive.status, excessive.body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(await listingRow(listing.listingId)).toMatchObject({ images_count: 9 });
    await expectOnly(t, before);
    expect((await sendFiles(t, url, two.slice(1), { as: seller })).status).toBe(201);
    expect((await sendFiles(t, url, two.slice(0, 1), { as: seller })).status).toBe(403);
  });

  it.each(['SOLD', 'SUSPENDED'] as const)('409: a listing that is %s', async (status) => {
    const seller = await createSeller(t);
    const listing = await createListing(t, seller);
    const set = { status, sold_at: status === 'SOLD' ? t.clock.now() : null };
    await t.db.updateTable('listings').set(set).where('id', '=', listing.listingId).execute();
    const response = await sendFiles(
      t,
      `/api/seller/listings/${listing.listingId}/images`,
      [{ content: await jpeg() }],
      {
        as: seller,
      },
    );
    expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });
});

describe('PATCH images', () => {
  it('200: a new order moves the thumbnail; the same order changes nothing', async () => {
    const { seller, listing, url } = await sellerWithListing();
    const files = await Promise.all([1, 2, 3].map(() => jpeg(80, 60)));
    const added = await sendFiles(
      t,
      url,
      files.map((content) => ({ content })),
      { as: seller },
    );
    const ids = added.body.data.images.map((image: { id: string }) => image.id) as string[];
    const order = ids.toReversed();
    const response = await t.patch(url, { order }, { as: seller });
    expect(response.status).toBe(200);
    expect(response.body.data.images.map((image: { id: string }) => image.id)).toEqual(order);
    expect(response.body.data.images.map((image: { position: number }) => image.position)).toEqual([1, 2, 3]);
    const row = await listingRow(listing.listingId);
    expect(row.thumbnail).toBe(added.body.data.images[2].sizes.thumbnail.jpeg);
    await t.patch(url, { order }, { as: seller });
    expect((await listingRow(listing.listingId)).version).toBe(row.version);
    expect((await t.get(url, { as: seller })).body.data.images).toEqual(response.body.data.images);
  });

  it('422: an order that leaves one out, repeats one or names a stranger', async () => {
    const { seller, url } = await sellerWithListing();
    const files = await Promise.all([1, 2].map(() => jpeg(80, 60)));
    const added = await sendFiles(
      t,
      url,
      files.map((content) => ({ content })),
      { as: seller },
    );
    const [a, b] = added.body.data.images.map((image: { id: string }) => image.id) as string[];
    for (const order of [[a], [a, a], [a, b, newId('img')], [a, newId('img')], []]) {
      const response = await t.patch(url, { order }, { as: seller });
      expect([response.status, response.body.error.details[0].field]).toEqual([422, 'order']);
    }
    expect((await t.patch(url, { order: 'x' }, { as: seller })).status).toBe(422);
  });
});

describe('DELETE image', () => {
  it('204: the next image becomes the thumbnail, and the files go with the next sweep', async () => {
    const { seller, listing, url } = await sellerWithListing();
    const files = await Promise.all([1, 2, 3].map(() => jpeg(80, 60)));
    const added = await sendFiles(
      t,
      url,
      files.map((content) => ({ content })),
      { as: seller },
    );
    const [first, second] = added.body.data.images;
    expect((await t.del(`${url}/${first.id}`, { as: seller })).status).toBe(204);
    expect(await listingRow(listing.listingId)).toMatchObject({
      thumbnail: second.sizes.thumbnail.jpeg,
      images_count: 2,
    });
    const rest = (await t.get(url, { as: seller })).body.data.images;
    expect(rest.map((image: { position: number }) => image.position)).toEqual([1, 2]);
    expect((await t.del(`${url}/${first.id}`, { as: seller })).status).toBe(404);
    await t.app.runner.scheduleRecurring();
    t.clock.advance(16 * 60_000);
    await t.drainJobs();
    expect((await fetchMedia(first.url)).statusCode).toBe(404);
    expect((await fetchMedia(second.url)).statusCode).toBe(200);
    for (const image of rest) await t.del(`${url}/${image.id}`, { as: seller });
  });

  it('204: without images there is no thumbnail', async () => {
    const { seller, listing, url } = await sellerWithListing();
    const added = await sendFiles(t, url, [{ content: await jpeg(80, 60) }], { as: seller });
    await t.del(`${url}/${added.body.data.images[0].id}`, { as: seller });
    expect(await listingRow(listing.listingId)).toMatchObject({ thumbnail: null, images_count: 0 });
  });

  it('404: an image of another listing of the same seller', async () => {
    const { seller, url } = await sellerWithListing();
    const other = await createListing(t, seller);
    const added = await sendFiles(t, url, [{ content: await jpeg(80, 60) }], { as: seller });
    const id = added.body.data.images[0].id as string;
    const response = await t.del(`/api/seller/listings/${other.listingId}/images/${id}`, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await t.del(`${url}/img_x`, { as: seller })).status).toBe(404);
  });
});

describe('permissions', () => {
  it('401 without a credential, 403 for other roles, 404 for other sellers', async () => {
    const { seller, listing, url } = await sellerWithListing();
    const content = await jpeg(80, 60);
    const added = await sendFiles(t, url, [{ content }], { as: seller });
    const imageUrl = `${url}/${added.body.data.images[0].id}`;
    const stranger = await createSeller(t);
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const buyer = await createBuyer(t);
    const admin = await createAdmin(t);
    const tryAll = async (as?: { token: string }): Promise<number[]> => {
      const options = as === undefined ? {} : { as };
      return [
        (await t.get(url, options)).status,
        (await t.patch(url, { order: [added.body.data.images[0].id] }, options)).status,
        (await sendFiles(t, url, [{ content }], options)).status,
        (await t.del(imageUrl, options)).status,
      ];
    };
    expect(await tryAll()).toEqual([401, 401, 401, 401]);
    expect(await tryAll(buyer)).toEqual([403, 403, 403, 403]);
    expect(await tryAll(admin)).toEqual([403, 403, 403, 403]);
    expect(await tryAll(stranger)).toEqual([404, 404, 404, 404]);
    expect(await tryAll(viewer)).toEqual([200, 403, 403, 403]);
    expect(await tryAll(agent)).toEqual([200, 200, 201, 204]);
    const unknown = await t.get(`/api/seller/listings/${newId('lst')}/images`, { as: seller });
    const foreign = await t.get(url, { as: stranger });
    expect(foreign.body).toEqual(unknown.body);
    await t.db
      .updateTable('listings')
      .set({ status: 'DELETED', deleted_at: t.clock.now() })
      .where('id', '=', listing.listingId)
      .execute();
    expect((await t.get(url, { as: seller })).status).toBe(404);
  });
});

describe('moderation', () => {
  it('shows administrators every image of a listing that buyers cannot see yet', async () => {
    const admin = await createAdmin(t);
    const seller = await createSeller(t, { plan: 'premium' });
    const { listingId } = await createListing(t, seller, {
      title: 'Pictured tipper',
      status: 'PENDING_REVIEW',
    });
    const sent = await sendFiles(
      t,
      `/api/seller/listings/${listingId}/images`,
      [{ content: await jpeg(900, 700) }, { content: await jpeg(900, 600) }],
      { as: seller },
    );
    const ids = sent.body.data.images.map(({ id }: { id: string }) => id);
    const { listing } = (await t.get(`/api/admin/listings/${listingId}`, { as: admin })).body.data;
    expect(listing.images.map(({ id }: { id: string }) => id)).toEqual(ids);
    const { listings } = (await t.get('/api/admin/listings?status=PENDING_REVIEW', { as: admin })).body.data;
    expect(listings.find(({ id }: { id: string }) => id === listingId).images).toEqual(listing.images);
    const german = await t.get(`/api/admin/listings/${listingId}`, {
      as: admin,
      headers: { 'accept-language': 'de' },
    });
    expect([listing.category.slug, german.body.data.listing.category.slug]).toEqual(
      Array.from({ length: 2 }, () => listing.category.slug),
    );
    expect(german.body.data.listing.category.name).not.toBe(listing.category.name);
  });
});
