// The image processes: what they cost, and that nothing a picture does to one of them reaches the server.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImagePool } from '../../src/modules/media/image-pool.ts';
import { hugePng, jpeg } from '../http/media/support/pictures.ts';

const MEGABYTE = 1024 * 1024;

let directory: string;
let small: string;
let large: string;
let pool: ImagePool | null = null;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-pool-'));
  small = await fileOf('small.jpg', await jpeg(200, 150));
  large = await fileOf('large.jpg', await jpeg(6000, 5000));
});

afterEach(() => {
  pool?.stop();
  pool = null;
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function fileOf(name: string, content: Buffer): Promise<string> {
  const file = path.join(directory, name);
  await writeFile(file, content);
  return file;
}

function open(options: ConstructorParameters<typeof ImagePool>[0] = {}): ImagePool {
  pool = new ImagePool(options);
  return pool;
}

describe('the image pool', () => {
  it('renders with no more processes than it may', async () => {
    const images = open();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => images.render(small, 'photo')));
    expect(outcomes.every((outcome) => outcome.image?.files.length === 6)).toBe(true);
    expect(images.pids).toHaveLength(2);
  });

  it('sends away who would have to wait too long', async () => {
    const images = open({ processes: 1, waitingMax: 2 });
    const admitted = Promise.all([1, 2, 3].map(() => images.render(small, 'photo')));
    await expect(images.render(small, 'photo')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '5' },
    });
    expect((await admitted).every((outcome) => outcome.image !== undefined)).toBe(true);
  });

  it('ends a picture over its processor time and works on', async () => {
    const images = open({ processes: 1, cpuMsMax: 100 });
    expect(await images.render(large, 'photo')).toEqual({ refusal: 'too_slow' });
    expect(images.pids).toEqual([]);
    expect((await images.render(small, 'logo')).image?.files).toHaveLength(1);
  });

  it('ends a picture over its time and works on', async () => {
    const images = open({ processes: 1, timeoutMs: 5_000 });
    await images.render(small, 'logo');
    // A process that stands still is too slow on any machine.
    for (const pid of images.pids) process.kill(pid, 'SIGSTOP');
    expect(await images.render(small, 'logo')).toEqual({ refusal: 'too_slow' });
    expect(images.pids).toEqual([]);
    expect((await images.render(small, 'logo')).image?.files).toHaveLength(1);
  });

  it('survives a process that dies over a picture', async () => {
    const images = open({ processes: 1 });
    await images.render(small, 'photo');
    const [pid] = images.pids;
    const dying = images.render(large, 'photo');
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await dying).toEqual({ refusal: 'unreadable' });
    expect((await images.render(small, 'photo')).image).toBeDefined();
    expect(images.pids).not.toEqual([pid]);
  });

  it('stops: who waits is sent away', async () => {
    const images = open({ processes: 1 });
    const running = images.render(small, 'photo');
    const waiting = expect(images.render(small, 'photo')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    images.stop();
    await waiting;
    await Promise.allSettled([running]);
    await expect(images.render(small, 'photo')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it.runIf(process.platform === 'linux')('gives a process none of the environment', async () => {
    const images = open({ processes: 1 });
    await images.render(small, 'photo');
    const names = (await readFile(`/proc/${images.pids[0]}/environ`, 'latin1'))
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX', 'VIPS_CONCURRENCY']));
    expect(names).not.toContain('PATH');
  });

  it.runIf(process.platform === 'linux')('refuses a bomb for less than 50 MB', async () => {
    const bombs = await Promise.all([
      fileOf('289-megapixels.png', hugePng(17_000, 17_000)),
      fileOf('81-megapixels.png', hugePng(9000, 9000)),
    ]);
    const images = open({ processes: 1 });
    await images.render(small, 'photo');
    const before = await peakBytes(images.pids[0]);
    const ownBefore = process.memoryUsage().rss;
    for (const bomb of bombs) expect((await images.render(bomb, 'photo')).refusal).toBeDefined();
    expect((await peakBytes(images.pids[0])) - before).toBeLessThan(50 * MEGABYTE);
    expect(process.memoryUsage().rss - ownBefore).toBeLessThan(50 * MEGABYTE);
  });
});

/** The most memory that a process has ever held. */
async function peakBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
