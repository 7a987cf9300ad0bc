import { readdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Number of log files to keep, of at most 10 MB each. */
const LOG_FILES_MAX = 5;

/** Deletes old log files, because PostgreSQL only creates new ones. */
export async function pruneLogs(dir: string): Promise<void> {
  const surplus = (await logFiles(dir)).slice(0, -LOG_FILES_MAX);
  await Promise.all(surplus.map((name) => unlink(path.join(dir, name))));
}

/** Returns the end of the newest log, for the message about a failed start. */
export async function lastLogLines(dir: string, linesMax: number): Promise<string[]> {
  const newest = (await logFiles(dir)).at(-1);
  if (newest === undefined) return [];
  return (await readFile(path.join(dir, newest), 'utf8')).trimEnd().split('\n').slice(-linesMax);
}

/** Returns log files oldest first: their names contain the time. */
async function logFiles(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.log')).toSorted();
}
