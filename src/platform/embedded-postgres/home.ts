// Where the database lives. It is `<DATA_DIR>/postgres`, unless root starts the server in a place that the user who
// then runs PostgreSQL cannot enter or own (a checkout in /root). For that case there are fallback places named after
// DATA_DIR, so that the next start looks in the same ones. Where a cluster is already, it stays.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, constants, lstat, mkdir, mkdtemp, realpath, rm, rmdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError, EmbeddedPostgresUnavailable } from './errors.ts';
import { findUnprivilegedUser, giveTo, isRoot, type RunAs, run, type SystemUser } from './run-as.ts';

export interface Home {
  readonly dir: string;
  readonly runAs: RunAs;
  /** Why it is not below DATA_DIR; null when it is. */
  readonly note: string | null;
}

export function clusterIn(home: string): string {
  return path.join(home, 'cluster');
}

export function logDirectoryIn(home: string): string {
  return path.join(home, 'log');
}

/** Short, and the same for the same directory however it is spelled. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

export async function chooseHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const preferred = path.join(await realpath(dataDir), 'postgres');
  return isRoot() ? await homeForRoot(preferred) : await ownHome(preferred);
}

async function ownHome(dir: string): Promise<Home> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  try {
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const message = `${dir} belongs to another user. Start as that user, or set DATA_DIR to another directory.`;
    throw new EmbeddedPostgresError(message, { cause });
  }
  return { dir, runAs: null, note: null };
}

async function homeForRoot(preferred: string): Promise<Home> {
  const places = [preferred, ...fallbackPlaces(preferred)];
  for (const dir of places) {
    const owner = await clusterOwner(dir, dir === preferred);
    if (owner !== null) return await existingHome(dir, owner, preferred);
  }
  const user = await findUnprivilegedUser();
  for (const dir of places) {
    if (await canHold(dir, user)) return { dir, runAs: user, note: noteFor(dir, preferred, user) };
  }
  throw new EmbeddedPostgresUnavailable(
    `the user ${user.name}, which it runs as because it refuses root, can enter and own none of ${places.join(', ')}`,
  );
}

function fallbackPlaces(preferred: string): string[] {
  const hash = shortHash(preferred);
  return [path.join('/var/lib/fifthwheel', hash), path.join(os.tmpdir(), `fifthwheel-${hash}`)];
}

async function existingHome(dir: string, owner: SystemUser, preferred: string): Promise<Home> {
  if (!(await canEnter(clusterIn(dir), owner))) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterIn(dir)} belongs to the user ${owner.name}, who can no longer enter that directory. ` +
        'Open the directories above it (chmod o+x), move it to a reachable DATA_DIR, or set DATABASE_URL.',
    );
  }
  return { dir, runAs: owner, note: noteFor(dir, preferred, owner) };
}

function noteFor(dir: string, preferred: string, user: SystemUser): string | null {
  if (dir === preferred) return null;
  return `The database is in ${dir}: PostgreSQL refuses root, and the user ${user.name}, which it runs as instead, cannot use ${preferred}.`;
}

/** A cluster keeps its owner, so a directory of an ordinary user is still theirs after a start by root. */
async function clusterOwner(home: string, isPreferred: boolean): Promise<SystemUser | null> {
  if (!isPreferred && !(await isPrivateToRoot(home))) return null;
  const found = await stat(path.join(clusterIn(home), 'PG_VERSION')).catch(() => null);
  if (found === null) return null;
  if (found.uid !== 0) return { name: `with id ${found.uid}`, uid: found.uid, gid: found.gid };
  // Root copied it or brought it back from a backup without its owner.
  const user = await findUnprivilegedUser();
  const parts = [clusterIn(home), logDirectoryIn(home)].filter((part) => existsSync(part));
  await run('chown', ['-R', `${user.uid}:${user.gid}`, ...parts], null);
  await chmod(home, 0o711);
  return user;
}

/** Anybody may create a directory of any name below a temporary directory: root trusts only its own. */
async function isPrivateToRoot(dir: string): Promise<boolean> {
  try {
    const found = await lstat(dir);
    return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Tries it, since mode bits tell nothing of ACLs, read-only mounts and file systems without owners. */
async function canHold(dir: string, user: SystemUser): Promise<boolean> {
  try {
    await mkdir(dir, { recursive: true });
    if (!(await isPrivateToRoot(dir))) return false;
    await chmod(dir, 0o711);
    const trial = await mkdtemp(path.join(dir, 'trial-'));
    try {
      await giveTo(user, trial);
      if (await canEnter(trial, user)) return true;
    } finally {
      await rm(trial, { recursive: true, force: true });
    }
  } catch {
    // Not a place for it; the reason is in the way of no one while another place will do.
  }
  await rmdir(dir).catch(() => undefined);
  return false;
}

async function canEnter(dir: string, user: SystemUser): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1" && test -w .', 'sh', dir], user);
    return true;
  } catch {
    return false;
  }
}
