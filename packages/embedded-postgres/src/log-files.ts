import { readdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Of at most 10 MB each. */
const LOG_FILES_MAX = 5;

/** PostgreSQL begins new log files but never deletes old ones. */
export async function pruneLogs(dir: string): Promise<void> {
  const surplus = (await logFiles(dir)).slice(0, -LOG_FILES_MAX);
  await Promise.all(surplus.map((name) => unlink(path.join(dir, name))));
}

/** The end of the newest log, for the message about a start that failed. */
export async function lastLogLines(dir: string, linesMax: number): Promise<string[]> {
  const newest = (await logFiles(dir)).at(-1);
  if (newest === undefined) return [];
  return (await readFile(path.join(dir, newest), 'utf8')).trimEnd().split('\n').slice(-linesMax);
}

/** Oldest first: the names hold the time. */
async function logFiles(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.log')).toSorted();
}
