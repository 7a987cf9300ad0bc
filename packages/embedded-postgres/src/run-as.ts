// PostgreSQL refuses to run as root. A server that was started by root (containers, small machines) runs it under an
// unprivileged user of the system instead; any other server runs it under its own user.
import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresUnavailable } from './errors.ts';

const execFileAsync = promisify(execFile);

/** In order of preference. `nobody` is on every system, `postgres` where PostgreSQL was packaged for it. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'] as const;

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The user a program runs as: an unprivileged one when this process is root, null for this process's own. */
export type RunAs = SystemUser | null;

/**
 * How every program is started here. The caller's environment is not handed on: PGPORT, PGOPTIONS or a locale would
 * change what PostgreSQL does, and the messages that are looked for are English.
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
      // Where there is no such user `id` ends with 1. Anything else, such as too many processes, is told as it is.
      const { code } = error as { code?: unknown };
      if (code !== 1 && code !== 'ENOENT') throw error;
    }
  }
  throw new EmbeddedPostgresUnavailable(
    `it refuses to run as root, and there is no user ${UNPRIVILEGED_USERS.join(' or ')} to run it as`,
  );
}

/** Runs a program to its end and returns its standard output; rejects with its standard error in the message. */
export async function run(file: string, args: readonly string[], runAs: RunAs, input = ''): Promise<string> {
  const running = execFileAsync(file, args, { ...spawnOptions(runAs), maxBuffer: 16 * 1024 * 1024 });
  // A program that ends before it has read its input closes the pipe; its exit status tells the story.
  running.child.stdin?.on('error', () => undefined);
  running.child.stdin?.end(input);
  return (await running).stdout;
}

export async function giveTo(runAs: RunAs, file: string): Promise<void> {
  if (runAs !== null) await chown(file, runAs.uid, runAs.gid);
}
