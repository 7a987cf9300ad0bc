import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../errors/system-error.ts';

/** What a running postmaster writes into `postmaster.pid`; later lines come as it gets further. */
export interface PidFile {
  readonly pid: number;
  readonly port: string;
  /** Empty when it listens on no Unix socket. */
  readonly socketDir: string;
  /** Connections are let in, and recovery, if there was any, is over. */
  readonly isReady: boolean;
}

export function pidFileIn(clusterDir: string): string {
  return path.join(clusterDir, 'postmaster.pid');
}

/** undefined when there is none, or none that names a process yet. */
export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  try {
    return parsePidFile(await readFile(pidFileIn(clusterDir), 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, state. */
export function parsePidFile(text: string): PidFile | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  // A negative number is a single-user server.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return { pid, port: lines[3] ?? '', socketDir: lines[4] ?? '', isReady: lines[7] === 'ready' };
}
