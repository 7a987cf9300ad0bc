/**
 * Reads a feed and its images from a ZIP file. Limits apply to the actual unpacked size, not to the declared one.
 * Names are only compared and never used as paths; folders, links and nested archives are skipped.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { newUlid } from '../../platform/ids.ts';
import { FileProblem } from './problems.ts';
import { t } from '../../platform/errors/sentence.ts';

interface UnpackedFile {
  /** Name in the archive without folders. */
  readonly name: string;
  readonly path: string;
}

export interface Unpacked {
  readonly feed: UnpackedFile;
  readonly images: readonly UnpackedFile[];
}

const LIMITS = {
  entries: 5000,
  imageBytes: 8 * 1024 * 1024,
  totalBytes: 200 * 1024 * 1024,
};
const FEED = /\.(?:csv|xml|txt)$/i;
/** File names that rows can refer to: a key, an underscore and a number. Files with other names are ignored. */
const IMAGE = /_\d+\.(?:jpe?g|png|webp|avif)$/i;
const NAME_LENGTH_MAX = 200;
/** Metadata of macOS. */
const SHADOW = /^(?:__MACOSX\/|.*\/?\._)/;

export interface Unpacking {
  readonly directory: string;
  readonly feedBytesMax: number;
  /** Called before writing, with the maximum number of bytes. */
  readonly reserve: (bytes: number) => Promise<void>;
}

export function unpack(archive: string, to: Unpacking): Promise<Unpacked> {
  return withWanted(archive, async (zip, wanted) => {
    // The library stops at an entry that exceeds its declared size.
    const claimedBytes = [wanted.feed, ...wanted.images].reduce(
      (sum, { entry }) => sum + entry.uncompressedSize,
      0,
    );
    await to.reserve(Math.min(claimedBytes, LIMITS.totalBytes));
    return withZipErrors(() => extractAll(zip, wanted, to));
  });
}

/** Unpacks only the beginning of the feed, for inspection. */
export function unpackHead(archive: string, directory: string, bytesMax: number): Promise<UnpackedFile> {
  return withWanted(archive, async (zip, { feed: { entry, name } }) => {
    const file = path.join(directory, newUlid());
    const head = await withZipErrors(() => zip.openReadStreamPromise(entry));
    await withZipErrors(() => pipeline(firstBytes(head, bytesMax), createWriteStream(file, { mode: 0o600 })));
    return { name, path: file };
  });
}

async function* firstBytes(stream: Readable, bytesMax: number): AsyncGenerator<Buffer> {
  let left = bytesMax;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

interface WantedEntry {
  readonly entry: yauzl.Entry;
  readonly name: string;
}

interface WantedFiles {
  readonly feed: WantedEntry;
  readonly images: readonly WantedEntry[];
}

async function withWanted<T>(
  archive: string,
  read: (zip: yauzl.ZipFile, wanted: WantedFiles) => Promise<T>,
): Promise<T> {
  const options = { autoClose: false, lazyEntries: true } as const;
  const zip = await withZipErrors(() => yauzl.openPromise(archive, options));
  try {
    return await read(zip, await withZipErrors(() => findWanted(zip)));
  } finally {
    zip.close();
  }
}

async function findWanted(zip: yauzl.ZipFile): Promise<WantedFiles> {
  const feeds: WantedEntry[] = [];
  const images: WantedEntry[] = [];
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (++count > LIMITS.entries) {
      const message = t('The archive has more than {max} files.', { max: LIMITS.entries });
      throw new FileProblem('MALFORMED_ZIP', message);
    }
    const name = path.posix.basename(entry.fileName);
    if (entry.fileName.endsWith('/') || SHADOW.test(entry.fileName) || name === '') continue;
    if (FEED.test(name)) feeds.push({ entry, name });
    else if (IMAGE.test(name) && name.length <= NAME_LENGTH_MAX) images.push({ entry, name });
  }
  const [feed, second] = feeds;
  if (feed === undefined || second !== undefined)
    throw new FileProblem('MALFORMED_ZIP', t('The archive must contain exactly one CSV or XML file.'));
  return { feed, images };
}

async function extractAll(
  zip: yauzl.ZipFile,
  wanted: WantedFiles,
  { directory, feedBytesMax }: Unpacking,
): Promise<Unpacked> {
  const feed = path.join(directory, newUlid());
  let totalBytes = await extract(zip, wanted.feed.entry, feed, feedBytesMax);
  // Folders are ignored, so the last of several equal names wins.
  const images = new Map<string, UnpackedFile>();
  for (const { entry, name } of wanted.images) {
    const file = path.join(directory, newUlid());
    const bytesMax = Math.min(LIMITS.totalBytes - totalBytes, LIMITS.imageBytes);
    totalBytes += await extract(zip, entry, file, bytesMax);
    const earlier = images.get(name);
    if (earlier !== undefined) await rm(earlier.path, { force: true });
    images.set(name, { name, path: file });
  }
  return { feed: { name: wanted.feed.name, path: feed }, images: [...images.values()] };
}

async function extract(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  file: string,
  bytesMax: number,
): Promise<number> {
  const stream = await zip.openReadStreamPromise(entry);
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const values = { name: entry.fileName.slice(0, 80) };
      if (bytes <= bytesMax) done(null, chunk);
      else done(new FileProblem('TOO_LARGE', t('{name} is too large once unpacked.', values)));
    },
  });
  await pipeline(stream, limit, createWriteStream(file, { mode: 0o600 }));
  return bytes;
}

async function withZipErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('MALFORMED_ZIP', t('The archive is damaged.'), { cause: error });
  }
}
