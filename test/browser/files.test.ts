/** Files that users choose: large photos, formats that browsers cannot decode, several at once, and their order. */
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { create, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createBuyer, createSeller, type TestSeller, type TestUser } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;
let listingId: string;

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

testInBrowser(async () => {
  seller = await createSeller(t, { plan: 'premium', verified: true });
  listingId = (await publish(t, seller, { title: 'MAN TGX' })).id;
  await t.app.settle();
});

const MEGABYTE = 1024 * 1024;

async function photo(name: string, background = '#0b4f7d'): Promise<Chosen> {
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A phone photo taken upright: stored sideways with an orientation tag, and larger than 10 MB. */
async function largePhoto(name: string): Promise<Chosen> {
  const picture = sharp({ create: { width: 5000, height: 1500, channels: 3, background: '#0b4f7d' } });
  const jpeg = await picture.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  // Decoders ignore the bytes after the end of the image.
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([jpeg, Buffer.alloc(10 * MEGABYTE)]) };
}

/** A photo in Apple's format, which Chromium cannot decode. */
const HEIC: Chosen = {
  name: 'IMG_4711.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), Buffer.alloc(2000)]),
};

const PDF: Chosen = {
  name: 'papers.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
};

/** An uncompressed image with 24 bits per pixel: a format that browsers can read and the server cannot. */
function bitmap(name: string): Chosen {
  const [width, height] = [64, 48];
  const pixels = Buffer.alloc(width * height * 3, 0x80);
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(head.length + pixels.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  head.writeUInt32LE(pixels.length, 34);
  return { name, mimeType: 'image/bmp', buffer: Buffer.concat([head, pixels]) };
}

async function begin(): Promise<{ buyer: TestUser; id: string }> {
  const buyer = await createBuyer(t);
  const inquiry = { listing_id: listingId, message: 'Is it there?' };
  const response = await t.post('/api/messages/conversations', inquiry, { as: buyer });
  return { buyer, id: response.body.data.conversation.id };
}

interface Attachment {
  readonly filename: string;
  readonly content_type: string;
  readonly url: string;
}

const newestAttachments = async (id: string, reader: TestUser): Promise<readonly Attachment[]> =>
  (await t.get(`/api/messages/conversations/${id}`, { as: reader })).body.data.messages[0].attachments ?? [];
const names = (files: readonly Attachment[]): string[] => files.map(({ filename }) => filename);

async function metadataOf({ url }: Attachment) {
  const { pathname, search } = new URL(url);
  const { rawPayload } = await t.http.inject({ method: 'GET', url: `${pathname}${search}` });
  return sharp(rawPayload).metadata();
}

const fileNames = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelector('${selector}').files].map(({ name }) => name)`);

describe('files of a message on the storefront', () => {
  it('are chosen in several goes, converted where the browser can, named where it cannot, and keep their order', async () => {
    const { buyer, id } = await begin();
    const { page, context, errors } = await openDesk(b, buyer, `/en/messages/${id}`);
    await page.getByText('JPEG, PNG, WebP or PDF, up to 10 MB each, 5 files at most.').waitFor();
    const field = '[type=file]';
    await page.locator(field).setInputFiles([await largePhoto('large.jpg'), PDF]);
    await page.getByRole('button', { name: 'Remove papers.pdf' }).waitFor();
    await page.locator(field).setInputFiles([HEIC, bitmap('dash.bmp')]);
    await page.getByRole('button', { name: 'Remove dash.jpg' }).waitFor();
    const problem = page.getByRole('alert');
    expect(await problem.textContent()).toBe(
      'Your browser can’t convert IMG_4711.HEIC. Choose a file in one of these formats: JPEG, PNG, WebP, PDF.',
    );
    expect(await fileNames(page, field)).toEqual(['large.jpg', 'papers.pdf', 'dash.jpg']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page
      .locator(field)
      .setInputFiles(await Promise.all(['4.jpg', '5.jpg', '6.jpg'].map((name) => photo(name))));
    await expect.poll(() => problem.textContent()).toBe('You can add up to 5 files. Not added: 6.jpg.');
    await page.getByRole('button', { name: 'Remove 4.jpg' }).click();
    expect(await fileNames(page, field)).toEqual(['large.jpg', 'papers.pdf', 'dash.jpg', '5.jpg']);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('link', { name: 'papers.pdf' }).waitFor();
    const sent = await newestAttachments(id, seller);
    expect(names(sent)).toEqual(['large.jpg', 'papers.pdf', 'dash.jpg', '5.jpg']);
    expect(sent.map(({ content_type: type }) => type)).toEqual([
      'image/jpeg',
      'application/pdf',
      'image/jpeg',
      'image/jpeg',
    ]);
    // The photo is upright and no larger than necessary.
    expect(await metadataOf(sent[0]!)).toMatchObject({ width: 1229, height: 4096 });
    expect(errors).toEqual([]);
    await context.close();
  });

  it('too large to send and not to be made smaller are rejected at the field', async () => {
    const { buyer, id } = await begin();
    const { page, context } = await openDesk(b, buyer, `/en/messages/${id}`);
    const scan = {
      ...PDF,
      name: 'scan.pdf',
      buffer: Buffer.concat([PDF.buffer, Buffer.alloc(10 * MEGABYTE)]),
    };
    await page.locator('[type=file]').setInputFiles(scan);
    await page.getByText('scan.pdf is larger than 10 MB.').waitFor();
    expect(await fileNames(page, '[type=file]')).toEqual([]);
    await context.close();
  });
});

it('a portrait of more than 10 MB is made smaller', async () => {
  const buyer = await createBuyer(t);
  const { page, context } = await openDesk(b, buyer, '/en/account');
  await page.locator('[type=file]').setInputFiles(await largePhoto('me.jpg'));
  await page.locator('input[type=file]:valid').waitFor();
  await page.getByRole('button', { name: 'Save photo' }).click();
  await page.waitForURL(/done\.saved/);
  expect((await t.get('/api/auth/me', { as: buyer })).body.data.avatar).not.toBeNull();
  await context.close();
});

describe('files of a message in the inbox of a dealer', () => {
  it('up to five are sent together, in their order; one is taken away again', async () => {
    const { id } = await begin();
    const { page, context, errors } = await openDesk(b, seller, `/dealer/inbox/${id}`);
    await page.getByText('JPEG, PNG, WebP, PDF, up to 10 MB each, 5 files at most.').waitFor();
    const field = page.locator('.composer input[type=file]');
    await field.setInputFiles([await largePhoto('large.jpg'), HEIC]);
    await page.getByRole('alert').getByText('Your browser can’t convert IMG_4711.HEIC').waitFor();
    await field.setInputFiles([PDF, await photo('3.jpg')]);
    await page.getByRole('button', { name: 'Remove 3.jpg' }).waitFor();
    await field.setInputFiles(await Promise.all(['4.jpg', '5.jpg', '6.jpg'].map((name) => photo(name))));
    await page.getByText('You can add up to 5 files. Not added: 6.jpg.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove 3.jpg' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const ownMessage = page.locator('.message.own');
    await ownMessage.getByRole('link', { name: '5.jpg' }).waitFor();
    expect(await ownMessage.getByRole('link').allTextContents()).toEqual([
      'large.jpg',
      'papers.pdf',
      '4.jpg',
      '5.jpg',
    ]);
    expect(names(await newestAttachments(id, seller))).toEqual(['large.jpg', 'papers.pdf', '4.jpg', '5.jpg']);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('photos of a listing', () => {
  const COLOURS = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'] as const;
  /** Returns the color of each photo, read from the images that the server created. */
  const colours = async (id: string): Promise<string[]> => {
    const { images } = (await t.get(`/api/seller/listings/${id}/images`, { as: seller })).body.data;
    return Promise.all(
      images.map(async ({ url }: { url: string }) => {
        const { rawPayload } = await t.http.inject({ method: 'GET', url: new URL(url).pathname });
        const { channels } = await sharp(rawPayload).stats();
        return `#${channels.map(({ mean }) => (mean > 128 ? 'ff' : '00')).join('')}`;
      }),
    );
  };
  const chosen = (): Promise<Chosen[]> =>
    Promise.all(COLOURS.map((colour, n) => photo(`photo-${n}.jpg`, colour)));

  it('are in the order in which they were chosen, even if the first takes longest', async () => {
    const { id } = await create(t, seller, { title: 'In order' });
    const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`);
    let isFirst = true;
    await page.route('**/images', async (route) => {
      const isSlow = isFirst && route.request().method() === 'POST';
      if (isSlow) {
        isFirst = false;
        await page.getByText('photo-3.jpg: waiting').waitFor();
      }
      await route.continue();
    });
    await page.getByText(/JPEG, PNG, WebP, AVIF, up to 10 MB each, \d+ files at most\./).waitFor();
    await page.locator('.drop-zone input').setInputFiles(await chosen());
    await expect.poll(() => page.locator('.photo').count()).toBe(4);
    expect(await colours(id)).toEqual(COLOURS);
    await context.close();
  });

  it('take their place when they arrive at the second try', async () => {
    const { id } = await create(t, seller, { title: 'Second try' });
    const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`);
    let count = 0;
    await page.route('**/images', (route) =>
      route.request().method() === 'POST' && ++count === 2 ? route.abort() : route.continue(),
    );
    await page.locator('.drop-zone input').setInputFiles(await chosen());
    await expect.poll(() => page.locator('.photo').count()).toBe(3);
    await page.getByRole('button', { name: /^Try again/ }).click();
    await expect.poll(() => page.locator('.photo').count()).toBe(4);
    await expect.poll(() => colours(id)).toEqual(COLOURS);
    await context.close();
  });

  it('are converted if they are too large or in another format, or name the accepted formats', async () => {
    const { id } = await create(t, seller, { title: 'Converted' });
    const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`, { phone: true });
    await page
      .locator('.drop-zone input')
      .setInputFiles([await largePhoto('large.jpg'), bitmap('dash.bmp'), HEIC]);
    await page
      .getByText(
        /IMG_4711\.HEIC couldn’t be added: .* Choose a file in one of these formats: JPEG, PNG, WebP, AVIF\./,
      )
      .waitFor();
    await expect.poll(() => page.locator('.photo').count()).toBe(2);
    const { images } = (await t.get(`/api/seller/listings/${id}/images`, { as: seller })).body.data;
    expect(images[0]).toMatchObject({ width: 1229, height: 4096 });
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });
});
