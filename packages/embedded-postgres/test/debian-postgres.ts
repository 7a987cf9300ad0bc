import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findUnprivilegedUser, giveTo, run } from '../src/run-as.ts';

const VERSIONS = '/usr/lib/postgresql';

/** Returns the directory of the newest PostgreSQL from Debian's packages, or where it would be. */
export async function debianPrograms(): Promise<string> {
  const versions = (await readdir(VERSIONS).catch(() => [])).map(Number).filter(Number.isInteger);
  return path.join(VERSIONS, String(Math.max(0, ...versions)), 'bin');
}

/**
 * Starts Debian's PostgreSQL, in the version of its `pg_dump`; the embedded one does not include `pg_dump`.
 */
export async function startDebianPostgres(
  programs: string,
  port: number,
): Promise<{ serverUrl: string; stop: () => Promise<void> }> {
  const runAs = process.getuid?.() === 0 ? await findUnprivilegedUser() : null;
  const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-postgres-'));
  await giveTo(runAs, directory);
  const data = path.join(directory, 'data');
  const control = (...args: string[]) =>
    run(path.join(programs, 'pg_ctl'), ['-D', data, '-w', ...args], runAs);
  await run(path.join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'owner', '-E', 'UTF8'], runAs);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await control('-l', path.join(directory, 'log'), '-o', settings, 'start');
  return {
    serverUrl: `postgres://owner@127.0.0.1:${port}/postgres`,
    async stop() {
      await control('-m', 'immediate', 'stop');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
