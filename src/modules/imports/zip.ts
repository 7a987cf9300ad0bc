/**
 * Reads a feed and its pictures from a ZIP. Sizes are what is really unpacked, never what the archive claims; names are
 * only compared, never used as paths; folders, links and nested archives are passed over.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { newId } from '../../platform/ids.ts';
import { FileProblem } from './problems.ts';

export interface UnpackedFile {
  /** As the archive has it, without folders. */
  readonly name: string;
  readonly path: string;
}

export interface Unpacked {
  readonly feed: UnpackedFile;
  readonly pictures: readonly UnpackedFile[];
}

const LIMITS = {
  entries: 5000,
  feedBytes: 20 * 1024 * 1024,
  pictureBytes: 8 * 1024 * 1024,
  totalBytes: 200 * 1024 * 1024,
};
const FEED = /\.(?:csv|xml|txt)$/i;
/** The names by which rows find pictures: a key, an underscore and a number. Others would belong to no row. */
const PICTURE = /_\d+\.(?:jpe?g|png|webp|avif)$/i;
const NAME_LENGTH_MAX = 200;
/** Of metadata that macOS adds. */
const SHADOW = /^(?:__MACOSX\/|.*\/?\._)/;

/** Calls `reserve` with the bytes that it will write at most, before it writes any. */
export async function unpack(
  archive: string,
  directory: string,
  reserve: (bytes: number) => Promise<void>,
): Promise<Unpacked> {
  const zip = await openZip(archive);
  try {
    const entries = await unbroken(() => wantedEntries(zip));
    // The library stops at an entry that is larger than it claims to be.
    const claimedBytes = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    await reserve(Math.min(claimedBytes, LIMITS.totalBytes));
    return await unbroken(() => extractAll(zip, entries, directory));
  } finally {
    zip.close();
  }
}

interface WantedEntry {
  readonly entry: yauzl.Entry;
  readonly name: string;
  readonly isFeed: boolean;
}

async function wantedEntries(zip: yauzl.ZipFile): Promise<WantedEntry[]> {
  const wanted: WantedEntry[] = [];
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (++count > LIMITS.entries)
      throw new FileProblem('MALFORMED_ZIP', `The archive has more than ${LIMITS.entries} files.`);
    const name = path.posix.basename(entry.fileName);
    if (entry.fileName.endsWith('/') || SHADOW.test(entry.fileName) || name === '') continue;
    const isFeed = FEED.test(name);
    if (isFeed || (PICTURE.test(name) && name.length <= NAME_LENGTH_MAX))
      wanted.push({ entry, name, isFeed });
  }
  return wanted;
}

async function extractAll(
  zip: yauzl.ZipFile,
  entries: readonly WantedEntry[],
  directory: string,
): Promise<Unpacked> {
  const feeds: UnpackedFile[] = [];
  // Folders do not count, so of equal names the last one stays.
  const pictures = new Map<string, UnpackedFile>();
  let totalBytes = 0;
  for (const { entry, name, isFeed } of entries) {
    const left = LIMITS.totalBytes - totalBytes;
    const bytesMax = Math.min(left, isFeed ? LIMITS.feedBytes : LIMITS.pictureBytes);
    const file = path.join(directory, newId('req'));
    totalBytes += await extract(zip, entry, file, bytesMax);
    if (isFeed) {
      feeds.push({ name, path: file });
      continue;
    }
    const earlier = pictures.get(name);
    if (earlier !== undefined) await rm(earlier.path, { force: true });
    pictures.set(name, { name, path: file });
  }
  const [feed, second] = feeds;
  if (feed === undefined || second !== undefined)
    throw new FileProblem('MALFORMED_ZIP', 'The archive must contain exactly one CSV or XML file.');
  return { feed, pictures: [...pictures.values()] };
}

async function openZip(archive: string): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.openPromise(archive, { autoClose: false, lazyEntries: true });
  } catch (error) {
    throw broken(error);
  }
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
      if (bytes > bytesMax)
        done(new FileProblem('TOO_LARGE', `${entry.fileName.slice(0, 80)} is too large once unpacked.`));
      else done(null, chunk);
    },
  });
  await pipeline(stream, limit, createWriteStream(file, { mode: 0o600 }));
  return bytes;
}

async function unbroken<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof FileProblem ? error : broken(error);
  }
}

function broken(cause: unknown): FileProblem {
  return new FileProblem('MALFORMED_ZIP', 'The archive is broken.', { cause });
}
