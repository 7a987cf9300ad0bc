// How the server's own processes reach the database, and nobody else: a Unix socket in a directory that only the
// database's user may enter, and a password.
import { lstat, mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemErrorCode } from './system-error.ts';
import { shortHash } from './home.ts';
import { giveTo, type RunAs } from './run-as.ts';

/** The port of a socket is a part of its file name only. */
const PORT = 5432;
/** The smallest `sun_path` of the systems in question is macOS's 104 bytes with its closing zero. */
const SOCKET_PATH_BYTES_MAX = 100;

export const DATABASE = 'fifthwheel';
/** Owns the schema and migrates it. */
export const ROLE = 'fifthwheel';
/** What the program runs as: it reads and writes rows, and owns nothing. */
export const APPLICATION_ROLE = 'fifthwheel_app';

/** Makes the socket's directory: below the temporary directory where the path of `home` is too long for a socket. */
export async function openSocketDirectory(home: string, runAs: RunAs): Promise<string> {
  const near = path.join(home, 'socket');
  const fits = Buffer.byteLength(`${near}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_BYTES_MAX;
  const dir = fits ? near : path.join(os.tmpdir(), `fifthwheel-socket-${shortHash(home)}`);
  const found = await lstat(dir).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
  // Below a temporary directory anybody may make one of that name. Our own is emptied: the lock file in it names a
  // process of a killed PostgreSQL, whose number may be another's now.
  if (found?.isDirectory() === true && found.uid === (runAs?.uid ?? process.geteuid?.()))
    await rm(dir, { recursive: true });
  await mkdir(dir, { mode: 0o700 });
  await giveTo(runAs, dir);
  return dir;
}

/**
 * The host in the authority is a stand-in that makes it a URL for every parser; `host` in the query counts, for
 * node-postgres as for libpq. Port and sslmode are said so that PGPORT and PGSSLMODE of the environment do not count.
 */
export function connectionUrl(socketDir: string, role: string, password: string): string {
  const authority = `${role}:${encodeURIComponent(password)}@localhost:${PORT}`;
  return `postgresql://${authority}/${DATABASE}?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}

export function endpointSettings(socketDir: string): Record<string, string> {
  return {
    port: String(PORT),
    listen_addresses: '',
    // The setting is a list, and quotes keep a comma from parting a path.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}
