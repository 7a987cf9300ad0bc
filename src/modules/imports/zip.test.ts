import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../../test/fixtures/imports/zip.ts';
import { FileProblem } from './problems.ts';
import { type Unpacked, unpack, unpackHead } from './zip.ts';

const MEGABYTE = 1024 * 1024;

let directory: string;
let reserved: number[];
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-zip-'));
  reserved = [];
});
afterEach(() => rm(directory, { recursive: true }));

async function unpacked(files: Readonly<Record<string, Buffer | string>>): Promise<Unpacked> {
  const archive = path.join(directory, 'archive.zip');
  await writeFile(archive, zipOf(files));
  return unpack(archive, {
    directory,
    feedBytesMax: 20 * MEGABYTE,
    reserve: (bytes) => {
      reserved.push(bytes);
      return Promise.resolve();
    },
  });
}

async function refusalOf(files: Readonly<Record<string, Buffer | string>>): Promise<[string, string]> {
  const error: unknown = await unpacked(files).catch((problem: unknown) => problem);
  if (!(error instanceof FileProblem)) throw new Error('it was taken', { cause: error });
  return [error.code, error.message];
}

describe('an archive', () => {
  it('gives its feed and the images that rows can name, without folders', async () => {
    const { feed, images } = await unpacked({
      'stock/feed.CSV': 'feed',
      'stock/A-1_1.jpg': 'one',
      'B_12.webp': 'two',
      'cover.jpg': 'belongs to no row',
      '__MACOSX/A-1_1.jpg': 'shadow',
      'stock/._A-1_1.jpg': 'shadow',
      'readme.md': 'text',
      [`${'n'.repeat(195)}_1.jpg`]: 'of 201 characters',
      [`${'n'.repeat(194)}_1.jpg`]: 'of 200 characters',
    });
    expect([feed.name, await readFile(feed.path, 'utf8')]).toEqual(['feed.CSV', 'feed']);
    const contents = await Promise.all(
      images.map(async ({ name, path: file }) => [name, await readFile(file, 'utf8')]),
    );
    expect(contents).toEqual([
      ['A-1_1.jpg', 'one'],
      ['B_12.webp', 'two'],
      [`${'n'.repeat(194)}_1.jpg`, 'of 200 characters'],
    ]);
    expect(reserved).toEqual(['feedonetwoof 200 characters'.length]);
  });

  it('keeps the last of several images with the same name, and no file of the others', async () => {
    const { images } = await unpacked({ 'f.csv': 'feed', 'a/A_1.jpg': 'first', 'b/A_1.jpg': 'last' });
    expect(images.map(({ name }) => name)).toEqual(['A_1.jpg']);
    expect(await readFile(images[0]!.path, 'utf8')).toBe('last');
    // The archive, the feed and one image.
    expect(await readdir(directory)).toHaveLength(3);
  });

  it('may have images of eight megabytes and a feed as large as is said, and no byte more', async () => {
    const taken = await unpacked({
      'f.csv': Buffer.alloc(20 * MEGABYTE, 'a'),
      'A_1.jpg': Buffer.alloc(8 * MEGABYTE),
    });
    expect(taken.images).toHaveLength(1);
    expect(await refusalOf({ 'f.csv': 'feed', 'A_1.jpg': Buffer.alloc(8 * MEGABYTE + 1) })).toEqual([
      'TOO_LARGE',
      'A_1.jpg is too large once unpacked.',
    ]);
    expect(await refusalOf({ 'f.csv': Buffer.alloc(20 * MEGABYTE + 1, 'a') })).toEqual([
      'TOO_LARGE',
      'f.csv is too large once unpacked.',
    ]);
  });

  it('may unpack to two hundred megabytes in all, and reserves no more than it may write', async () => {
    const images = Object.fromEntries(
      Array.from({ length: 25 }, (_, number) => [`A_${number}.jpg`, Buffer.alloc(8 * MEGABYTE)]),
    );
    expect(await refusalOf({ ...images, 'f.csv': 'x' })).toEqual([
      'TOO_LARGE',
      'A_24.jpg is too large once unpacked.',
    ]);
    expect(reserved).toEqual([200 * MEGABYTE]);
  });

  it('may have five thousand files, whatever they are', async () => {
    const files = Object.fromEntries(Array.from({ length: 4999 }, (_, number) => [`${number}.md`, '']));
    expect((await unpacked({ ...files, 'f.csv': 'feed' })).feed.name).toBe('f.csv');
    expect(await refusalOf({ ...files, 'f.csv': 'feed', 'more.md': '' })).toEqual([
      'MALFORMED_ZIP',
      'The archive has more than 5000 files.',
    ]);
  });

  it('is rejected before anything is written if it has two feeds or none', async () => {
    for (const files of [{ 'a.csv': 'one', 'b/c.xml': 'two' }, { 'A_1.jpg': 'image' }])
      expect(await refusalOf(files)).toEqual([
        'MALFORMED_ZIP',
        'The archive must contain exactly one CSV or XML file.',
      ]);
    expect(reserved).toEqual([]);
    expect(await readdir(directory)).toEqual(['archive.zip']);
  });

  it('is looked at without its images and the end of its feed, however large they are', async () => {
    const archive = path.join(directory, 'archive.zip');
    await writeFile(
      archive,
      zipOf({ 'A_1.jpg': Buffer.alloc(9 * MEGABYTE), 'f.csv': 'feed', 'A_2.jpg': 'x' }),
    );
    const feed = await unpackHead(archive, directory, 4);
    expect([feed.name, await readFile(feed.path, 'utf8')]).toEqual(['f.csv', 'feed']);
    const head = await unpackHead(archive, directory, 3);
    expect([head.name, await readFile(head.path, 'utf8')]).toEqual(['f.csv', 'fee']);
    expect(await readdir(directory)).toHaveLength(3);
  });
});
