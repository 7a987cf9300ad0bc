// Clears what a killed server process leaves: a running postmaster, or a `postmaster.pid`. The lock on the
// home directory excludes every other process, so anything found here can be removed before a new start.
import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { birthOf, commandLineOf } from './process-identity.ts';
import { type RunAs, run } from './run-as.ts';
import { systemErrorCode } from './system-error.ts';

/** Contents of `postmaster.pid`; a running postmaster adds lines during its startup. */
interface PidFile {
  readonly pid: number;
  readonly port: string;
  /** Empty if it does not listen on a Unix socket. */
  readonly socketDir: string;
  /** Whether it accepts connections; recovery, if any, has finished. */
  readonly isReady: boolean;
}

/** Returns undefined if there is no file, or if it does not name a process yet. */
export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return parsePidFile(text);
}

export function parsePidFile(text: string): PidFile | undefined {
  // Lines: process, data directory, start time, port, socket directory, listen address, shared memory, state.
  const lines = text.split('\n').map((line) => line.trim());
  // A negative number denotes a single-user server.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return { pid, port: lines[3] ?? '', socketDir: lines[4] ?? '', isReady: lines[7] === 'ready' };
}

/**
 * Throws if another container serves this data directory from a shared volume. Neither the lock nor the pid
 * file can reveal its processes, but its socket responds here. Call it before taking the lock, which would
 * take it from that server.
 */
export async function refuseUnseenServer(clusterDir: string): Promise<void> {
  const found = await readPidFile(clusterDir);
  if (found === undefined || (await isPostmasterOf(clusterDir, found.pid)) || !(await isResponding(found)))
    return;
  throw new EmbeddedPostgresError(
    `A PostgreSQL that this process cannot see, in another container perhaps, works in ${clusterDir}. ` +
      'Stop the server it belongs to, or set DATA_DIR to another directory.',
  );
}

/** Ensures that no postmaster uses the data directory and no pid file blocks a new one. */
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
  // PostgreSQL would treat any process with the same ID as a rival, and also a zombie (in a container without
  // an init). Its shared-memory check still guards against a real one.
  await rm(path.join(clusterDir, 'postmaster.pid'), { force: true });
}

/**
 * Stops PostgreSQL. `fast` ends all sessions and writes a checkpoint, which takes seconds on a slow disk;
 * after `immediate`, the next start replays the log. Returns false if PostgreSQL still runs after the
 * timeout.
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

/** This package starts postmasters with the path of the data directory as an argument. */
async function isPostmasterOf(clusterDir: string, pid: number): Promise<boolean> {
  const command = await commandLineOf(pid);
  return command.includes('postgres') && command.includes(clusterDir) && (await birthOf(pid)) !== null;
}

async function isResponding({ socketDir, port }: PidFile): Promise<boolean> {
  if (socketDir === '') return false;
  return await new Promise((resolve) => {
    const socket = net.connect({ path: path.join(socketDir, `.s.PGSQL.${port}`) });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
