// Who may work in a directory: one live process at a time, also when many start at once, and whatever was killed when.
//
// A claim is a file named by its generation (`lock/7`) that names a process. It is made with link(2), so it appears
// whole or not at all, and only for a number nobody has. The claim with the highest number counts, while its process
// lives. A taker looks at that claim, makes the next number, and then looks again: a higher number means that it was
// slow, so it backs off. Nobody ever removes the highest claim (to release is to write "nobody" into it), so no two
// takers can both find theirs the highest.
//
// It does not see processes of another machine or container; PostgreSQL's socket and files have to tell those.
import { link, mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { systemErrorCode } from '../errors/system-error.ts';
import { birthOf, isAlive } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly birth: string;
}

export interface Lock {
  release(): Promise<void>;
}

export class LockHeld extends Error {
  readonly pid: number;

  constructor(pid: number) {
    super(`the lock is held by process ${pid}`);
    this.name = 'LockHeld';
    this.pid = pid;
  }
}

/** Rejects with `LockHeld` while another holder lives. This very process counts as another: it must release first. */
export async function acquireLock(dir: string): Promise<Lock> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const mine: Holder = { pid: process.pid, birth: (await birthOf(process.pid)) ?? '' };
  for (;;) {
    const latest = Math.max(0, ...(await generations(dir)));
    const holder = await readHolder(dir, latest);
    if (holder !== null && (await isAlive(holder.pid, holder.birth))) throw new LockHeld(holder.pid);
    const generation = latest + 1;
    if (!(await claim(dir, generation, mine))) continue;
    const all = await generations(dir);
    const superseded = all.some((other) => other > generation)
      ? [generation]
      : all.filter((other) => other < generation);
    for (const old of superseded) await remove(claimFile(dir, old));
    if (superseded.includes(generation)) continue;
    return { release: () => writeWhole(dir, (draft) => rename(draft, claimFile(dir, generation)), null) };
  }
}

async function claim(dir: string, generation: number, holder: Holder): Promise<boolean> {
  try {
    await writeWhole(dir, (draft) => link(draft, claimFile(dir, generation)), holder);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function writeWhole(
  dir: string,
  place: (draft: string) => Promise<void>,
  holder: Holder | null,
): Promise<void> {
  const draft = path.join(dir, `draft-${randomUUID()}`);
  await writeFile(draft, JSON.stringify(holder), { flag: 'wx' });
  try {
    await place(draft);
  } finally {
    await remove(draft);
  }
}

async function generations(dir: string): Promise<number[]> {
  const names = await readdir(dir);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** null for nobody: released, never claimed, superseded meanwhile, or emptied by a power cut. */
async function readHolder(dir: string, generation: number): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(claimFile(dir, generation), 'utf8')) as Holder | null;
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function claimFile(dir: string, generation: number): string {
  return path.join(dir, String(generation));
}

async function remove(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}
