// Who may work in a directory: one live process at a time, also when many start at once, and whatever was killed when.
//
// A claim is a file named by its generation (`lock/7`) that names a process. It is made with link(2), so it appears
// whole or not at all, and only for a number nobody has. The claim with the highest number counts, while its process
// lives. A taker looks at that claim, makes the next number, and then looks again: a higher number means that it was
// slow, so it backs off. Nobody ever removes the highest claim (to release is to write "nobody" into it), so no two
// takers can both find theirs the highest.
//
// It does not see processes of another machine or container; PostgreSQL's socket and files have to tell those.
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { systemErrorCode } from './system-error.ts';
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
  const fileOf = (generation: number): string => path.join(dir, String(generation));
  const mine: Holder = { pid: process.pid, birth: (await birthOf(process.pid)) ?? '' };
  for (;;) {
    const latest = Math.max(0, ...(await generations(dir)));
    const holder = await readHolder(fileOf(latest));
    if (holder !== null && (await isAlive(holder.pid, holder.birth))) throw new LockHeld(holder.pid);
    const generation = latest + 1;
    try {
      await writeWhole(dir, mine, (draft) => link(draft, fileOf(generation)));
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') continue;
      throw error;
    }
    const others = (await generations(dir)).filter((other) => other !== generation);
    const isHighest = others.every((other) => other < generation);
    for (const old of isHighest ? others : [generation]) await rm(fileOf(old), { force: true });
    if (isHighest)
      return { release: () => writeWhole(dir, null, (draft) => rename(draft, fileOf(generation))) };
  }
}

async function writeWhole(
  dir: string,
  holder: Holder | null,
  place: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = path.join(dir, `draft-${randomUUID()}`);
  await writeFile(draft, JSON.stringify(holder), { flag: 'wx' });
  try {
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

async function generations(dir: string): Promise<number[]> {
  return (await readdir(dir)).filter((name) => /^\d+$/.test(name)).map(Number);
}

/** null for nobody: released, never claimed, superseded meanwhile, or emptied by a power cut. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder | null;
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
