import { readFile } from 'node:fs/promises';
import { AppError, invalidField } from '../../platform/errors/app-error.ts';
import type { FileType } from '../../platform/http/file-types.ts';

/** The file types that may be attached, judged by their bytes, and the extension of each. */
export const ATTACHMENT_TYPES = {
  'image/jpeg': { ending: '.jpg', others: ['.jpeg'] },
  'image/png': { ending: '.png', others: [] },
  'image/webp': { ending: '.webp', others: [] },
  'application/pdf': { ending: '.pdf', others: [] },
} as const satisfies Partial<Record<FileType, { ending: string; others: readonly string[] }>>;
export type AttachmentType = keyof typeof ATTACHMENT_TYPES;

export function isAttachmentType(type: string | null): type is AttachmentType {
  return type !== null && Object.hasOwn(ATTACHMENT_TYPES, type);
}

const SIDE_PX_MAX = 12_000;
const PIXELS_MAX = 40_000_000;
/** More than any screen shows. */
const KEPT_PX_MAX = 4096;
const DECODE_SECONDS_MAX = 5;
const DECODERS_MAX = 2;
const WAITING_MAX = 32;

/** The bytes to store: an image is re-encoded, without anything else its file carried; a PDF stays as it is. */
export async function cleanContent(path: string, type: AttachmentType): Promise<Buffer> {
  if (type !== 'application/pdf') return inTurn(() => reencode(path, type));
  const content = await readFile(path);
  if (!isPlainPdf(content)) throw invalidField('attachment', 'is not a complete PDF, or is another file too');
  return content;
}

async function reencode(path: string, type: Exclude<AttachmentType, 'application/pdf'>): Promise<Buffer> {
  // Loaded for the first picture: libvips takes memory that a process without any does not need.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 });
    const { width, height } = await image.metadata();
    if (width > SIDE_PX_MAX || height > SIDE_PX_MAX) {
      throw invalidField('attachment', `must be at most ${SIDE_PX_MAX} pixels wide and high`);
    }
    const upright = image
      .timeout({ seconds: DECODE_SECONDS_MAX })
      .rotate()
      .resize({ width: KEPT_PX_MAX, height: KEPT_PX_MAX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    switch (type) {
      case 'image/jpeg':
        return await upright.jpeg({ quality: 86, mozjpeg: false }).toBuffer();
      case 'image/png':
        return await upright.png({ compressionLevel: 8 }).toBuffer();
      case 'image/webp':
        return await upright.webp({ quality: 86 }).toBuffer();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalidField('attachment', 'cannot be read as an image, or is too large for one');
  }
}

const PDF_END = Buffer.from('%%EOF');
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** Readers look for the end of a PDF in its last kilobyte, and for the directory of a ZIP in its last 64. */
const PDF_TAIL_BYTES = 1024;
const ZIP_TAIL_BYTES = 65_557;

/** A file that is also an archive would be served as one thing and opened as another. */
function isPlainPdf(content: Buffer): boolean {
  const hasEnd = content.subarray(-PDF_TAIL_BYTES).includes(PDF_END);
  return hasEnd && !content.subarray(-ZIP_TAIL_BYTES).includes(ZIP_END);
}

/** A file name whose extension matches the bytes. */
export function attachmentName(filename: string, type: AttachmentType): string {
  const { ending, others } = ATTACHMENT_TYPES[type];
  const lower = filename.toLowerCase();
  if ([ending, ...others].some((right) => lower.endsWith(right))) return filename;
  return `${filename.replace(/\.[A-Za-z0-9]{1,5}$/, '')}${ending}`;
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}

let decoding = 0;
const waiting: (() => void)[] = [];

/** Decoded images are large: few at a time, and a bounded queue. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (decoding >= DECODERS_MAX) {
    if (waiting.length >= WAITING_MAX) {
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many images at once. Please try again shortly.', {
        headers: { 'retry-after': '2' },
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else decoding++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) decoding--;
    else next();
  }
}
