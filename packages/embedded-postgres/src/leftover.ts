// A server process that was killed leaves its postmaster running, or leaves a `postmaster.pid` behind. With the lock of
// the home held nobody else is at work here, so what is found is ours to clear away before a new start.
import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { birthOf, commandLineOf } from './process-identity.ts';
import { type RunAs, run } from './run-as.ts';
import { systemErrorCode } from './system-error.ts';

/** What a running postmaster writes into `postmaster.pid`; later lines come as it gets further. */
interface PidFile {
  readonly pid: number;
  readonly port: string;
  /** Empty when it listens on no Unix socket. */
  readonly socketDir: string;
  /** Connections are let in, and recovery, if there was any, is over. */
  readonly isReady: boolean;
}

/** undefined when there is none, or none that names a process yet. */
export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return parsePidFile(text);
}

export function parsePidFile(text: string): PidFile | undefined {
  // Process, data directory, start time, port, socket directory, listen address, shared memory, state.
  const lines = text.split('\n').map((line) => line.trim());
  // A negative number is a single-user server.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return { pid, port: lines[3] ?? '', socketDir: lines[4] ?? '', isReady: lines[7] === 'ready' };
}

/**
 * A data directory on a volume may be served from another container, whose processes neither the lock nor the pid
 * file's number can tell. Its socket answers here all the same. Asked before the lock is taken, which would take it
 * from that server's.
 */
export async function refuseUnseenServer(clusterDir: string): Promise<void> {
  const found = await readPidFile(clusterDir);
  if (found === undefined || (await isPostmasterOf(clusterDir, found.pid)) || !(await answers(found))) return;
  throw new EmbeddedPostgresError(
    `A PostgreSQL that this process cannot see, in another container perhaps, works in ${clusterDir}. ` +
      'Stop the server it belongs to, or set DATA_DIR to another directory.',
  );
}

/** Afterwards no postmaster works in the cluster, and no pid file keeps a new one from it. */
export async function clearLeftover(
  clusterDir: string,
  pgCtl: string,
  runAs: RunAs,
  log: (line: string) => void,
): Promise<void> {
  const found = await readPidFile(clusterDir);
  if (found === undefined) return;
  if (await isPostmasterOf(clusterDir, found.pid)) {
    log(`stopping the PostgreSQL that a killed server left behind (process ${found.pid})`);
    if (await pgCtlStop(pgCtl, clusterDir, runAs, 'fast', 30)) return;
    if (await pgCtlStop(pgCtl, clusterDir, runAs, 'immediate', 10)) return;
    throw new EmbeddedPostgresError(
      `The PostgreSQL in ${clusterDir} (process ${found.pid}) does not stop; end it by hand.`,
    );
  }
  // PostgreSQL would take any process whose number is the same by accident for a rival, and a dead one that nobody
  // has waited for (in a container without an init) too. Its check of shared memory still stands behind this.
  await rm(path.join(clusterDir, 'postmaster.pid'), { force: true });
}

/**
 * `fast` ends all sessions and writes a checkpoint, which takes seconds on a slow disk; after `immediate` the next start
 * replays the log. False when PostgreSQL still runs after that time.
 */
export async function pgCtlStop(
  pgCtl: string,
  clusterDir: string,
  runAs: RunAs,
  mode: 'fast' | 'immediate',
  seconds: number,
): Promise<boolean> {
  return await run(pgCtl, ['stop', '-w', '-D', clusterDir, '-m', mode, '-t', String(seconds)], runAs).then(
    () => true,
    () => false,
  );
}

/** Postmasters are started here with the cluster's path as an argument. */
async function isPostmasterOf(clusterDir: string, pid: number): Promise<boolean> {
  const command = await commandLineOf(pid);
  return command.includes('postgres') && command.includes(clusterDir) && (await birthOf(pid)) !== null;
}

async function answers({ socketDir, port }: PidFile): Promise<boolean> {
  if (socketDir === '') return false;
  return await new Promise((resolve) => {
    const socket = net.connect({ path: path.join(socketDir, `.s.PGSQL.${port}`) });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
