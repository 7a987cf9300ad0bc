/**
 * Pictures as dealers send them, through the image processes, two at a time; and what a file costs that is made to cost
 * much. Nothing of it touches a database or a storage.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { ImagePool } from '../src/modules/media/image-pool.ts';
import { seeded } from './search-documents.ts';
import { printTable } from './support/table.ts';

const ROUNDS = 8;
const TWELVE_MEGAPIXELS = { width: 4000, height: 3000 };
const FORTY_MEGAPIXELS = { width: 7600, height: 5200 };

export async function benchMedia(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-bench-'));
  const pool = new ImagePool();
  const fileOf = async (name: string, content: Buffer): Promise<string> => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    return file;
  };
  try {
    const photo = photoOf(TWELVE_MEGAPIXELS);
    const kinds: readonly (readonly [string, Buffer])[] = [
      ['JPEG, 12 megapixels', await photo.clone().jpeg({ quality: 92 }).toBuffer()],
      ['PNG, 12 megapixels', await photo.clone().png().toBuffer()],
      ['WebP, 12 megapixels', await photo.clone().webp().toBuffer()],
      ['AVIF, 12 megapixels', await photo.clone().avif({ effort: 0 }).toBuffer()],
      ['JPEG, 40 megapixels', await photoOf(FORTY_MEGAPIXELS).jpeg({ quality: 85 }).toBuffer()],
    ];
    await Promise.all(
      ['one', 'two'].map(async (account) =>
        pool.render({ account }, [await fileOf('warm', kinds[0]?.[1] ?? Buffer.alloc(0))], 'photo'),
      ),
    );
    const rows: (string | number)[][] = [];
    for (const [name, content] of kinds) {
      const file = await fileOf('picture', content);
      rows.push([
        name,
        (content.length / 1e6).toFixed(1),
        ...(await timesOf(
          async (account) =>
            (await pool.render({ account, isBackground: true }, [file], 'photo'))[0]?.refusal,
        )),
      ]);
    }
    printTable(
      `Pictures in six files each, ${ROUNDS} in two processes`,
      ['source', 'MB', 'median ms', 'slowest ms', 'pictures/s', 'refused'],
      rows,
    );
    const bombs = [
      ['PNG, 289 megapixels', bombOf(17_000, 17_000)],
      ['PNG, 81 megapixels', bombOf(9000, 9000)],
    ] as const;
    const refusals: (string | number)[][] = [];
    for (const [name, content] of bombs) {
      const file = await fileOf('bomb.png', content);
      const fresh = new ImagePool({ processes: 1 });
      await fresh.render(
        { account: 'one' },
        [await fileOf('small.jpg', await photoOf({ width: 64, height: 48 }).jpeg().toBuffer())],
        'photo',
      );
      const before = await peakMb(fresh.pids[0]);
      const startedAt = performance.now();
      const [outcome] = await fresh.render({ account: 'one' }, [file], 'photo');
      const ms = Math.round(performance.now() - startedAt);
      refusals.push([
        name,
        Math.round(content.length / 1000),
        outcome?.refusal ?? 'taken',
        ms,
        (await peakMb(fresh.pids[0])) - before,
      ]);
      fresh.stop();
    }
    printTable('Files that unpack to very much', ['file', 'KB', 'verdict', 'ms', 'memory, + MB'], refusals);
  } finally {
    pool.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function timesOf(work: (account: string) => Promise<string | undefined>): Promise<(string | number)[]> {
  const times: number[] = [];
  let refused = 0;
  const startedAt = performance.now();
  let left = ROUNDS;
  const lane = async (account: string): Promise<void> => {
    while (left-- > 0) {
      const startedMs = performance.now();
      if ((await work(account)) !== undefined) refused++;
      times.push(performance.now() - startedMs);
    }
  };
  await Promise.all([lane('one'), lane('two')]);
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  return [
    Math.round(times[Math.floor(times.length / 2)] ?? 0),
    Math.round(times.at(-1) ?? 0),
    (ROUNDS / seconds).toFixed(1),
    refused,
  ];
}

/** Noise in patches of eight pixels, which compresses like a photo with much detail. */
function photoOf({ width, height }: { width: number; height: number }) {
  const [w, h] = [Math.ceil(width / 8), Math.ceil(height / 8)];
  const random = seeded(7);
  const patches = Buffer.from(Array.from({ length: w * h * 3 }, () => Math.floor(random() * 256)));
  return sharp(patches, { raw: { width: w, height: h, channels: 3 } }).resize(width, height, {
    kernel: 'cubic',
    fit: 'fill',
  });
}

/** A PNG of one bit a pixel, all alike. */
function bombOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function peakMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}
