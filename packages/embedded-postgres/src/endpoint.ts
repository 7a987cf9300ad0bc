// Connects only the server's own processes to the database: through a Unix socket in a directory that only
// the database's user can enter, and with a password.
import { lstat, mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemErrorCode } from './system-error.ts';
import { shortHash } from './home.ts';
import { giveTo, type RunAs } from './run-as.ts';

/** The port of a Unix socket is only a part of its file name. */
const PORT = 5432;
/** The smallest `sun_path` of the supported systems is that of macOS: 104 bytes with its terminating zero. */
const SOCKET_PATH_BYTES_MAX = 100;

export const DATABASE = 'fifthwheel';
/** Owns the schema and migrates it. */
export const ROLE = 'fifthwheel';
/** Role of the application: it reads and writes rows and owns nothing. */
export const APPLICATION_ROLE = 'fifthwheel_app';

/**
 * Creates the directory of the socket: below the temporary directory if the path of `home` is too long for a
 * socket.
 */
export async function openSocketDirectory(home: string, runAs: RunAs): Promise<string> {
  const near = path.join(home, 'socket');
  const fits = Buffer.byteLength(`${near}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_BYTES_MAX;
  const dir = fits ? near : path.join(os.tmpdir(), `fifthwheel-socket-${shortHash(home)}`);
  const found = await lstat(dir).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
  // Any user can create this name below a temporary directory. Empty our own: its lock file names a process
  // of a killed PostgreSQL, whose ID can belong to another process by now.
  if (found?.isDirectory() === true && found.uid === (runAs?.uid ?? process.geteuid?.()))
    await rm(dir, { recursive: true });
  await mkdir(dir, { mode: 0o700 });
  await giveTo(runAs, dir);
  return dir;
}

/**
 * Builds the connection URL. Its authority is a placeholder that makes it a URL for every parser;
 * node-postgres and libpq use `host` from the query. Port and sslmode are explicit, so that PGPORT and
 * PGSSLMODE have no effect.
 */
export function connectionUrl(socketDir: string, role: string, password: string): string {
  const authority = `${role}:${encodeURIComponent(password)}@localhost:${PORT}`;
  return `postgresql://${authority}/${DATABASE}?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}

export function endpointSettings(socketDir: string): Record<string, string> {
  return {
    port: String(PORT),
    listen_addresses: '',
    // The setting is a list; quotes protect a comma in the path.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}
