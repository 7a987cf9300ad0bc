// The image processes: their limits, and that no image can crash or block the server through them.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS, OffsetClock } from '../../src/platform/clock.ts';
import { ImagePool } from '../../src/modules/media/image-pool.ts';
import type { ImageProfileName } from '../../src/modules/media/image-profiles.ts';
import type { RenderOutcome } from '../../src/modules/media/image-renderer.ts';
import { avif, hugePng, jpeg } from '../http/media/support/pictures.ts';

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

let accounts = 0;

/** Renders for an account without other renderings. */
async function render(
  images: ImagePool,
  file: string,
  profile: ImageProfileName,
): Promise<RenderOutcome | undefined> {
  const [outcome] = await images.render({ account: `account ${accounts++}` }, [file], profile);
  return outcome;
}

describe('the image pool', () => {
  it('renders with no more processes than it may', async () => {
    const images = open();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => render(images, small, 'photo')));
    expect(outcomes.every((outcome) => outcome?.image?.files.length === 6)).toBe(true);
    expect(images.pids).toHaveLength(2);
  });

  it('sends away who would have to wait too long', async () => {
    const images = open({ processes: 1, requestsMax: 3 });
    const admitted = Promise.all([1, 2, 3].map(() => render(images, small, 'photo')));
    await expect(render(images, small, 'photo')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '5' },
    });
    expect((await admitted).every((outcome) => outcome?.image !== undefined)).toBe(true);
  });

  it('serves every other account while one account sends sixty costly images', async () => {
    const costly = await fileOf('costly.avif', await avif(4000, 4000));
    const images = open();
    const done: string[] = [];
    const flood = Array.from({ length: 60 }, () =>
      images.render({ account: 'flood' }, [costly, costly], 'photo').finally(() => done.push('flood')),
    );
    const ended = Promise.allSettled(flood);
    const otherAccounts = ['one', 'two', 'three', 'four', 'five', 'six'].map(async (account) => {
      const outcomes = await images.render({ account }, [small], 'photo');
      done.push(account);
      return outcomes;
    });
    for (const outcomes of await Promise.all(otherAccounts)) expect(outcomes[0]?.image).toBeDefined();
    // Only requests of the flood that were rejected immediately finished before the others.
    expect(done.filter((account) => account === 'flood')).toHaveLength(52);
    images.stop();
    const codes = (await ended).map(codeOf);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(52);
  });

  it('lets jobs of an account wait, however many', async () => {
    const images = open({ accountRequestsMax: 1, requestsMax: 1 });
    const jobs = Array.from({ length: 5 }, () =>
      images.render({ account: 'feed', isBackground: true }, [small], 'logo'),
    );
    const outcomes = await Promise.all([...jobs, images.render({ account: 'feed' }, [small], 'logo')]);
    expect(outcomes.every(([outcome]) => outcome?.image !== undefined)).toBe(true);
  });

  it('rejects an account that has used its processor time, until that is repaid', async () => {
    const clock = new OffsetClock();
    const images = open({ processes: 1, accountCpuMsMax: 1, clock });
    await images.render({ account: 'busy' }, [large], 'photo');
    await expect(images.render({ account: 'busy' }, [small], 'logo')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
    });
    expect(await images.render({ account: 'other' }, [small], 'logo')).toHaveLength(1);
    clock.advance(MINUTE_MS);
    expect(await images.render({ account: 'busy' }, [small], 'logo')).toHaveLength(1);
  });

  it('ends an image over its processor time and works on', async () => {
    const images = open({ processes: 1, cpuMsMax: 100 });
    expect(await render(images, large, 'photo')).toEqual({ refusal: 'too_slow' });
    expect(images.pids).toEqual([]);
    expect((await render(images, small, 'logo'))?.image?.files).toHaveLength(1);
  });

  it('ends an image over its time and works on', async () => {
    const images = open({ processes: 1, timeoutMs: 5_000 });
    await render(images, small, 'logo');
    // A stopped process exceeds the time limit on any machine.
    for (const pid of images.pids) process.kill(pid, 'SIGSTOP');
    expect(await render(images, small, 'logo')).toEqual({ refusal: 'too_slow' });
    expect(images.pids).toEqual([]);
    expect((await render(images, small, 'logo'))?.image?.files).toHaveLength(1);
  });

  it('survives a process that dies over an image', async () => {
    const images = open({ processes: 1 });
    await render(images, small, 'photo');
    const [pid] = images.pids;
    const dying = render(images, large, 'photo');
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await dying).toEqual({ refusal: 'unreadable' });
    expect((await render(images, small, 'photo'))?.image).toBeDefined();
    expect(images.pids).not.toEqual([pid]);
  });

  it('stops: who waits is sent away', async () => {
    const images = open({ processes: 1 });
    const running = render(images, small, 'photo');
    const waiting = expect(render(images, small, 'photo')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    images.stop();
    await waiting;
    await Promise.allSettled([running]);
    await expect(render(images, small, 'photo')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it.runIf(process.platform === 'linux')('gives a process none of the environment', async () => {
    const images = open({ processes: 1 });
    await render(images, small, 'photo');
    const names = (await readFile(`/proc/${images.pids[0]}/environ`, 'latin1'))
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX', 'VIPS_CONCURRENCY']));
    expect(names).not.toContain('PATH');
  });

  it.runIf(process.platform === 'linux')('rejects a bomb for less than 50 MB', async () => {
    const bombs = await Promise.all([
      fileOf('289-megapixels.png', hugePng(17_000, 17_000)),
      fileOf('81-megapixels.png', hugePng(9000, 9000)),
    ]);
    const images = open({ processes: 1 });
    await render(images, small, 'photo');
    const before = await peakBytes(images.pids[0]);
    const ownBefore = process.memoryUsage().rss;
    for (const bomb of bombs) expect((await render(images, bomb, 'photo'))?.refusal).toBeDefined();
    expect((await peakBytes(images.pids[0])) - before).toBeLessThan(50 * MEGABYTE);
    expect(process.memoryUsage().rss - ownBefore).toBeLessThan(50 * MEGABYTE);
  });
});

function codeOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === 'rejected' ? (result.reason as { code?: unknown }).code : undefined;
}

/** Returns the peak memory of a process. */
async function peakBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
