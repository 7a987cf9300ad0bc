import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';

/** Returns the CPU time of a database server on this machine since its start in ms; 0 if the system does not report it. */
export async function postgresProcessorMs(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const postmaster = (await statOf(rows[0]?.pid ?? 0))[PARENT] ?? '0';
  const children = await read(`/proc/${postmaster}/task/${postmaster}/children`);
  const running = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (pid) => Number((await read(`/proc/${pid}/schedstat`)).split(' ')[0]) / 1e6),
  );
  const ended = await statOf(Number(postmaster));
  const endedTicks = Number(ended[CHILDREN_USER] ?? 0) + Number(ended[CHILDREN_SYSTEM] ?? 0);
  return running.reduce((sum, ms) => sum + ms, endedTicks * TICK_MS);
}

// Places in /proc/PID/stat behind the name, which is in brackets and may hold anything.
const PARENT = 1;
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;
const TICK_MS = 10;

async function statOf(pid: number): Promise<string[]> {
  const stat = await read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
