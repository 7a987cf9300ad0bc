// Generates valid and hostile images for tests.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Creates an image of random coarse noise. It compresses like a photo, and no two are equal. */
export function noise(width = 640, height = 480): Sharp {
  const [w, h] = [Math.ceil(width / 8), Math.ceil(height / 8)];
  return sharp(randomBytes(w * h * 3), { raw: { width: w, height: h, channels: 3 } }).resize(width, height, {
    kernel: 'cubic',
    fit: 'fill',
  });
}

export function jpeg(width?: number, height?: number): Promise<Buffer> {
  return noise(width, height).jpeg().toBuffer();
}

/** Creates an AVIF image of one color: about 1 KB that takes long to decode. */
export function avif(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#777777' } })
    .avif({ effort: 0 })
    .toBuffer();
}

/** Creates a PNG image of one color with any declared size: a few KB that unpack to many MB. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit of gray
  const row = 1 + Math.ceil(width / 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export async function animatedWebp(frames: number): Promise<Buffer> {
  const pictures = await Promise.all(Array.from({ length: frames }, () => noise(64, 64).png().toBuffer()));
  return sharp(pictures, { join: { animated: true } })
    .webp()
    .toBuffer();
}

export const PHP = '<?php system($_GET["c"]); ?>'.padEnd(96, '/');
export const SCRIPT =
  '<script>alert("a listing is no place for this, and neither is anything else")</script>';

/** Creates a JPEG with a script after its end, markup in its metadata, and GPS coordinates. */
export async function polyglotJpeg(): Promise<Buffer> {
  const picture = await noise(800, 600)
    .withExif({
      IFD0: { Copyright: SCRIPT, ImageDescription: PHP },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 33/1 0/1', GPSLongitudeRef: 'E' },
    })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, Buffer.from(PHP)]);
}

/** Creates a rotated JPEG: 800 by 600 in the file, 600 by 800 when displayed. */
export function turnedJpeg(): Promise<Buffer> {
  return noise(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

export function cmykJpeg(): Promise<Buffer> {
  return noise(640, 480).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
}
