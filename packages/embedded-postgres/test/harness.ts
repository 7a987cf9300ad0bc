// Real data directories in temporary directories. Processes and files of a test are removed after it.
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, lstat, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@fifthwheel/embedded-postgres';
import { locateBinaries } from '../src/locate-binaries.ts';

export const IS_ROOT = process.geteuid?.() === 0;
export const IS_LINUX = process.platform === 'linux';
/** User and group ID of `nobody`; any ID other than root's would do. */
export const NOBODY = 65_534;

/** Registers a cleanup. The last one registered runs first. */
export function afterThisTest(cleanUp: () => Promise<unknown>): void {
  onTestFinished(async () => void (await cleanUp()));
}

/** Creates a directory that the user who runs PostgreSQL can reach, unless the mode prevents it. */
export async function temporaryDirectory(mode = 0o755): Promise<string> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'fw-test-'));
  await chmod(dir, mode);
  afterThisTest(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined, ...options });
  afterThisTest(() => postgres.stop());
  return postgres;
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function notes(url: string): Promise<unknown[]> {
  return (await query(url, 'select body from notes order by body')).map((row) => row['body']);
}

export function postmasterPid(postgres: Pick<EmbeddedPostgres, 'dataDir'>): number {
  return Number(readFileSync(path.join(postgres.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/**
 * Copies the installed binaries as npm leaves them with install scripts off: without links between the
 * libraries.
 */
export async function packageWithoutLinks(into: string): Promise<string> {
  const copy = path.join(into, 'package');
  const isLink = (file: string): Promise<boolean> => lstat(file).then((found) => found.isSymbolicLink());
  await cp(locateBinaries().dir, copy, { recursive: true, filter: async (file) => !(await isLink(file)) });
  return copy;
}

export function hasLinks(packageDir: string): boolean {
  return existsSync(path.join(packageDir, 'native/lib/libpq.so.5'));
}
