// A lock on a directory: at most one live process holds it, also when many start at once, and whenever one is
// killed.
//
// A claim is a file named by its generation (`lock/7`) that names a process. It is created with link(2), so
// it appears complete or not at all, and only for an unused number. The claim with the highest number is
// valid while its process lives. A process that takes the lock reads that claim, creates the next number, and
// reads again: if there is a higher number, it was too slow and backs off. The highest claim is never removed
// (a release writes null into it), so two processes can never both find theirs the highest.
//
// The lock does not see processes of other machines or containers; PostgreSQL's socket and files must reveal
// those.
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

/**
 * Rejects with `LockHeld` while another holder lives. This process counts as another holder too: it must
 * release first.
 */
export async function acquireLock(dir: string): Promise<Lock> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const fileOf = (generation: number): string => path.join(dir, String(generation));
  const thisProcess: Holder = { pid: process.pid, birth: (await birthOf(process.pid)) ?? '' };
  for (;;) {
    const latest = Math.max(0, ...(await generations(dir)));
    const holder = await readHolder(fileOf(latest));
    if (holder !== null && (await isAlive(holder.pid, holder.birth))) throw new LockHeld(holder.pid);
    const generation = latest + 1;
    try {
      await writeAtomically(dir, thisProcess, (draft) => link(draft, fileOf(generation)));
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') continue;
      throw error;
    }
    const otherGenerations = (await generations(dir)).filter((other) => other !== generation);
    const isHighest = otherGenerations.every((other) => other < generation);
    for (const old of isHighest ? otherGenerations : [generation]) await rm(fileOf(old), { force: true });
    if (isHighest)
      return { release: () => writeAtomically(dir, null, (draft) => rename(draft, fileOf(generation))) };
  }
}

async function writeAtomically(
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

/**
 * Returns null without a holder: released, never claimed, superseded meanwhile, or emptied by a power cut.
 */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder | null;
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
