// A server process that was killed leaves its postmaster running, or leaves a `postmaster.pid` behind. With the lock of
// the home held nobody else is at work here, so what is found is ours to clear away before a new start.
import { unlink } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemErrorCode } from '../errors/system-error.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { pidFileIn, type PidFile, readPidFile } from './pid-file.ts';
import { birthOf, commandLineOf, isAlive, workingDirectoryOf } from './process-identity.ts';
import { signalPostmaster } from './signal-postmaster.ts';

/** The checkpoint of a fast shutdown takes seconds on a slow disk; an immediate one none. */
const STOP_STEPS = [
  { signal: 'SIGINT', graceMs: 30_000 },
  { signal: 'SIGQUIT', graceMs: 10_000 },
] as const;
const POLL_MS = 20;

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
  log: (line: string) => void,
): Promise<void> {
  const found = await readPidFile(clusterDir);
  if (found === undefined) return;
  const birth = await birthOf(found.pid);
  if (birth !== null && (await isPostmasterOf(clusterDir, found.pid))) {
    log(`stopping the PostgreSQL that a killed server left behind (process ${found.pid})`);
    await stopPostmaster(found.pid, birth, clusterDir, pgCtl);
    return;
  }
  // PostgreSQL would take any process whose number is the same by accident for a rival, and a dead one that nobody
  // has waited for (in a container without an init) too. Its check of shared memory still stands behind this.
  await unlink(pidFileIn(clusterDir)).catch(ignoreMissing);
}

/** Postmasters are started here with the cluster's path as an argument, and work in that directory. */
async function isPostmasterOf(clusterDir: string, pid: number): Promise<boolean> {
  if ((await workingDirectoryOf(pid)) === clusterDir) return true;
  const command = await commandLineOf(pid);
  // Where the system does not tell, the pid file is believed: a clean stop removes it.
  if (command === null) return process.platform === 'win32';
  return command.includes('postgres') && command.includes(clusterDir);
}

async function stopPostmaster(pid: number, birth: string, clusterDir: string, pgCtl: string): Promise<void> {
  for (const { signal, graceMs } of STOP_STEPS) {
    await signalPostmaster(pid, signal, pgCtl);
    for (let waitedMs = 0; waitedMs < graceMs; waitedMs += POLL_MS) {
      if (!(await isAlive(pid, birth))) return;
      await wait(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL in ${clusterDir} (process ${pid}) does not stop; end it by hand.`,
  );
}

async function answers(found: PidFile): Promise<boolean> {
  if (found.socketDir === '') return false;
  const socketPath = path.join(found.socketDir, `.s.PGSQL.${found.port}`);
  return await new Promise((resolve) => {
    const socket = net.connect({ path: socketPath });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function ignoreMissing(error: unknown): void {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
}
