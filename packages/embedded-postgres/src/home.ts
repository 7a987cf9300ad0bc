// Chooses where the database is stored. It is `<DATA_DIR>/postgres`, unless root starts the server in a place
// that the user who runs PostgreSQL cannot enter or own (a checkout in /root). In that case the place is
// named after DATA_DIR, so that the next start finds it. An existing data directory stays where it is.
import { createHash } from 'node:crypto';
import { access, chmod, constants, mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError, EmbeddedPostgresUnavailable } from './errors.ts';
import { makeDirectory } from './make-directory.ts';
import { findUnprivilegedUser, giveTo, type RunAs, run, type SystemUser } from './run-as.ts';

export interface Home {
  readonly dir: string;
  readonly runAs: RunAs;
  /** Reason why it is not below DATA_DIR; null if it is. */
  readonly note: string | null;
}

/** Only root can create a directory here, so no other user's can block it. */
const FALLBACK = '/var/lib/fifthwheel';

export function clusterIn(home: string): string {
  return path.join(home, 'cluster');
}

export function logDirectoryIn(home: string): string {
  return path.join(home, 'log');
}

/** Returns a short hash, the same for a directory however its path is spelled. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

export async function chooseHome(dataDir: string): Promise<Home> {
  await makeDirectory(dataDir);
  const preferred = path.join(await realpath(dataDir), 'postgres');
  return process.geteuid?.() === 0 ? await homeForRoot(preferred) : await ownHome(preferred);
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
  const places = [preferred, path.join(FALLBACK, shortHash(preferred))];
  const homeOf = (dir: string, runAs: SystemUser): Home => ({
    dir,
    runAs,
    note:
      dir === preferred
        ? null
        : `The database is in ${dir}: PostgreSQL refuses root, and the user ${runAs.name}, which it runs as instead, cannot use ${preferred}.`,
  });
  for (const dir of places) {
    const owner = await clusterOwner(dir);
    if (owner === null) continue;
    if (await canUse(clusterIn(dir), owner)) return homeOf(dir, owner);
    throw new EmbeddedPostgresError(
      `The database in ${clusterIn(dir)} belongs to the user ${owner.name}, who can no longer enter that directory. ` +
        'Open the directories above it (chmod o+x), move it to a reachable DATA_DIR, or set DATABASE_URL.',
    );
  }
  const user = await findUnprivilegedUser();
  for (const dir of places) if (await canHold(dir, user)) return homeOf(dir, user);
  throw new EmbeddedPostgresUnavailable(
    `the user ${user.name}, which it runs as because it refuses root, can enter and own none of ${places.join(', ')}`,
  );
}

/**
 * Returns the owner of the data directory: a directory of an ordinary user still belongs to them after a
 * start by root.
 */
async function clusterOwner(home: string): Promise<SystemUser | null> {
  const found = await stat(path.join(clusterIn(home), 'PG_VERSION')).catch(() => null);
  if (found === null) return null;
  if (found.uid !== 0) return { name: `with id ${found.uid}`, uid: found.uid, gid: found.gid };
  // Root copied it, or restored it from a backup without its owner.
  const user = await findUnprivilegedUser();
  await mkdir(logDirectoryIn(home), { recursive: true });
  await run('chown', ['-R', `${user.uid}:${user.gid}`, clusterIn(home), logDirectoryIn(home)], null);
  await chmod(home, 0o711);
  return user;
}

/**
 * Tries to write, because mode bits do not reflect ACLs, read-only mounts and file systems without owners.
 */
async function canHold(dir: string, user: SystemUser): Promise<boolean> {
  try {
    const isNew = (await stat(dir).catch(() => null)) === null;
    await makeDirectory(dir);
    // Only root can write to its parent, so an earlier start created it, perhaps with a strict umask.
    if (path.dirname(dir) === FALLBACK) await chmod(FALLBACK, 0o711);
    await chmod(dir, 0o711);
    const trial = await mkdtemp(path.join(dir, 'trial-'));
    await giveTo(user, trial);
    const isUsable = await canUse(trial, user);
    await rm(isNew && !isUsable ? dir : trial, { recursive: true });
    return isUsable;
  } catch {
    return false;
  }
}

async function canUse(dir: string, user: SystemUser): Promise<boolean> {
  return await run('/bin/sh', ['-c', 'cd -- "$1" && test -w .', 'sh', dir], user).then(
    () => true,
    () => false,
  );
}
