// PostgreSQL refuses to run as root. A server that root started (containers, small machines) runs it as an
// unprivileged system user; any other server runs it as its own user.
import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresUnavailable } from './errors.ts';

const execFileAsync = promisify(execFile);

/**
 * Ordered by preference. `nobody` exists on every system, `postgres` where a package of PostgreSQL is
 * installed.
 */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'] as const;

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * User that a program runs as: an unprivileged one if this process is root, otherwise null for its own user.
 */
export type RunAs = SystemUser | null;

/**
 * Returns the options with which every program starts. They do not pass on the environment: PGPORT, PGOPTIONS
 * or a locale would change PostgreSQL's behavior, and this package matches English messages.
 */
export function spawnOptions(runAs: RunAs) {
  const env = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };
  return { cwd: '/', env, ...(runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }) };
}

export async function findUnprivilegedUser(): Promise<SystemUser> {
  for (const name of UNPRIVILEGED_USERS) {
    try {
      const [uid, gid] = [await run('id', ['-u', name], null), await run('id', ['-g', name], null)].map(
        Number,
      );
      if (uid !== undefined && uid !== 0 && gid !== undefined) return { name, uid, gid };
    } catch (error) {
      // `id` exits with 1 if the user does not exist. Any other error, such as too many processes, is
      // rethrown unchanged.
      const { code } = error as { code?: unknown };
      if (code !== 1 && code !== 'ENOENT') throw error;
    }
  }
  throw new EmbeddedPostgresUnavailable(
    `it refuses to run as root, and there is no user ${UNPRIVILEGED_USERS.join(' or ')} to run it as`,
  );
}

/**
 * Runs a program to its end and returns its standard output. Rejects with its standard error in the message.
 */
export async function run(file: string, args: readonly string[], runAs: RunAs, input = ''): Promise<string> {
  const running = execFileAsync(file, args, { ...spawnOptions(runAs), maxBuffer: 16 * 1024 * 1024 });
  // A program that exits before it has read its input closes the pipe. Its exit status reports the failure.
  running.child.stdin?.on('error', () => undefined);
  running.child.stdin?.end(input);
  return (await running).stdout;
}

export async function giveTo(runAs: RunAs, file: string): Promise<void> {
  if (runAs !== null) await chown(file, runAs.uid, runAs.gid);
}
