import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createListing, createSeller, type TestSeller } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import { form, sendFiles } from './support/form.ts';
import {
  animatedWebp,
  cmykJpeg,
  hugePng,
  jpeg,
  noise,
  PHP,
  polyglotJpeg,
  SCRIPT,
  turnedJpeg,
} from './support/pictures.ts';
import { expectNoTemporaryFiles, expectOnly, filesOf } from './support/stored-files.ts';

let t: TestApp;
let seller: TestSeller;
let url: string;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'premium' });
});

beforeEach(async () => {
  const listing = await createListing(t, seller);
  url = `/api/seller/listings/${listing.listingId}/images`;
});

afterAll(() => t.close());

describe('refused whole, with the file named, and nothing is left', () => {
  const cases: readonly (readonly [string, () => Buffer | Promise<Buffer>, RegExp])[] = [
    ['289 megapixels in 36 KB', () => hugePng(17_000, 17_000), /12000 pixels/],
    ['a megapixel a million pixels high', () => hugePng(1, 1_000_000), /12000 pixels/],
    ['81 megapixels within the sides', () => hugePng(9000, 9000), /40 megapixels/],
    ['a dot', () => hugePng(8, 8), /less than 16 pixels/],
    ['an animation', () => animatedWebp(12), /more than one frame/],
    ['a JPEG cut in half', async () => firstHalf(await jpeg(1200, 900)), /damaged or cut off/],
    [
      'a PNG cut in half',
      async () => firstHalf(await noise(600, 400).png().toBuffer()),
      /damaged or cut off/,
    ],
    [
      'a WebP cut in half',
      async () => firstHalf(await noise(600, 400).webp().toBuffer()),
      /damaged or cut off/,
    ],
    [
      'an AVIF cut in half',
      async () => firstHalf(await noise(600, 400).avif().toBuffer()),
      /damaged or cut off/,
    ],
    ['three bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), /damaged or cut off/],
    [
      'noise behind a JPEG magic',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(PHP.repeat(50))]),
      /damaged/,
    ],
  ];
  it.each(cases)('422: %s', async (_name, make, reason) => {
    const files = [{ content: await jpeg() }, { content: await make(), filename: 'bad one.jpg' }];
    const before = await filesOf(t);
    const response = await sendFiles(t, url, files, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(response.body.error.details).toEqual([
      { field: 'images[1]', message: expect.stringMatching(reason) },
    ]);
    expect(response.body.error.details[0].message).toMatch(/^bad one\.jpg /);
    await expectOnly(t, before);
    expect((await t.get(url, { as: seller })).body.data.images).toEqual([]);
  });

  it('names every bad file at once', async () => {
    const files = [{ content: hugePng(8, 8) }, { content: await jpeg() }, { content: hugePng(9000, 9000) }];
    const response = await sendFiles(t, url, files, { as: seller });
    expect(fieldsOf(response)).toEqual(['images[0]', 'images[2]']);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a PHP program', Buffer.from(PHP)],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj')],
    ['an archive', Buffer.from('PK\u0003\u0004rest')],
    ['nothing', Buffer.alloc(0)],
  ])('415: %s that is called photo.jpg', async (_name, content) => {
    const response = await sendFiles(t, url, [{ content }], { as: seller });
    expect([response.status, response.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    await expectNoTemporaryFiles(t);
  });

  it('415: a GIF', async () => {
    const response = await sendFiles(t, url, [{ content: await noise(64, 64).gif().toBuffer() }], {
      as: seller,
    });
    expect(response.status).toBe(415);
  });
});

describe('taken, but not as it came', () => {
  it('keeps no run of 64 bytes of a file that is also a program', async () => {
    const source = await polyglotJpeg();
    expect(source.includes(SCRIPT)).toBe(true);
    const before = new Set((await filesOf(t)).stored);
    const response = await sendFiles(t, url, [{ content: source }], { as: seller });
    expect(response.status).toBe(201);
    const stored = (await filesOf(t)).stored.filter((file) => !before.has(file));
    expect(stored).toHaveLength(6);
    const runs = new Set<string>();
    for (let index = 0; index + 64 <= source.length; index++)
      runs.add(source.toString('latin1', index, index + 64));
    for (const file of stored) {
      const content = await readFile(file);
      const leakedRuns: string[] = [];
      for (let index = 0; index + 64 <= content.length; index++) {
        const run = content.toString('latin1', index, index + 64);
        if (runs.has(run)) leakedRuns.push(run);
      }
      expect(leakedRuns).toEqual([]);
      const { exif, icc, xmp, iptc } = await sharp(content).metadata();
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it('turns an image as its orientation says', async () => {
    const response = await sendFiles(t, url, [{ content: await turnedJpeg() }], { as: seller });
    expect(response.body.data.images[0]).toMatchObject({
      width: 600,
      height: 800,
      sizes: { medium: { width: 600, height: 800 } },
    });
  });

  it('makes RGB of CMYK with a profile, and 8 bits of 16', async () => {
    const deep = await noise(300, 200).toColourspace('rgb16').png().toBuffer();
    const response = await sendFiles(t, url, [{ content: await cmykJpeg() }, { content: deep }], {
      as: seller,
    });
    expect(response.status).toBe(201);
    for (const image of response.body.data.images) {
      const served = await t.http.inject(new URL(image.sizes.large.jpeg).pathname);
      const { space, depth, channels } = await sharp(served.rawPayload).metadata();
      expect({ space, depth, channels }).toEqual({ space: 'srgb', depth: 'uchar', channels: 3 });
    }
  });

  it('puts white behind transparent areas', async () => {
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const response = await sendFiles(t, url, [{ content: clear }], { as: seller });
    const served = await t.http.inject(new URL(response.body.data.images[0].sizes.large.webp).pathname);
    const { data } = await sharp(served.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(250);
  });

  it('takes the stray bytes that phones leave between segments', async () => {
    const picture = await jpeg();
    const end = picture.length - 2;
    const stray = Buffer.concat([picture.subarray(0, end), Buffer.alloc(22, 7), picture.subarray(end)]);
    expect((await sendFiles(t, url, [{ content: stray }], { as: seller })).status).toBe(201);
  });
});

describe('names that clients give', () => {
  it.each([
    '../../etc/passwd',
    '..\\..\\windows\\con.jpg',
    'con.jpg',
    'a'.repeat(4000),
    'x%00.jpg',
    'photo\u202egpj.exe',
    '',
    'quo\\"te.jpg',
  ])('%j is never part of a path', async (filename) => {
    const before = new Set((await filesOf(t)).stored);
    const response = await sendFiles(t, url, [{ content: await jpeg(64, 48), filename }], { as: seller });
    expect(response.status).toBe(201);
    for (const file of (await filesOf(t)).stored.filter((stored) => !before.has(stored))) {
      expect(file).toMatch(
        /\/media\/listings\/[0-9a-f]{2}\/[0-9a-f]{32}-(large|medium|thumbnail)\.(jpg|webp)$/,
      );
    }
  });
});

describe('broken forms', () => {
  it.each([
    ['no final boundary', (body: Buffer) => body.subarray(0, body.length - 30)],
    ['cut in the middle of a file', (body: Buffer) => body.subarray(0, Math.floor(body.length / 2))],
    ['no boundary at all', () => Buffer.from('hello')],
  ])('400: %s', async (_name, cut) => {
    const { payload, headers } = form([{ content: await jpeg() }]);
    const response = await t.call('POST', url, { as: seller, payload: cut(payload), headers });
    expect([response.status, response.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    await expectNoTemporaryFiles(t);
  });

  it('413: ten thousand parts', async () => {
    const part = '------fifthwheel-test-boundary\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
    const { headers } = form([]);
    const payload = `${part.repeat(10_000)}------fifthwheel-test-boundary--\r\n`;
    const response = await t.call('POST', url, { as: seller, payload, headers });
    expect([response.status, response.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('an upload that breaks off leaves nothing', async () => {
    await t.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.http.server.address() as AddressInfo;
    const { payload, headers } = form([{ content: await jpeg(1200, 900) }]);
    const before = await filesOf(t);
    await new Promise<void>((resolve) => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: url,
        headers: { ...headers, 'content-length': payload.length, authorization: `Bearer ${seller.token}` },
      });
      request.on('error', () => resolve());
      request.on('close', () => resolve());
      request.write(payload.subarray(0, payload.length / 2), () => {
        setImmediate(() => request.destroy());
      });
    });
    await expectOnly(t, before);
  });
});

function firstHalf(file: Buffer): Buffer {
  return file.subarray(0, Math.floor(file.length / 2));
}
