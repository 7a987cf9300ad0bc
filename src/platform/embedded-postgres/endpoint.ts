// How the server's own processes reach the database, and nobody else: a Unix socket in a directory that only the
// database's user may enter, or, where there can be no such socket, a port on the loopback address. Both ask for the
// password.
import { lstat, mkdir, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { shortHash } from './home.ts';
import { giveTo, type RunAs } from './run-as.ts';
import { systemErrorCode } from '../errors/system-error.ts';

export interface Endpoint {
  /** null on a loopback port. */
  readonly socketDir: string | null;
  readonly port: number;
}

/** The port of a socket is a part of its file name only. */
const SOCKET_PORT = 5432;
const SOCKET_FILE = `/.s.PGSQL.${SOCKET_PORT}`;
/** The smallest `sun_path` of the systems in question is macOS's 104 bytes with its closing zero. */
const SOCKET_PATH_BYTES_MAX = 100;

export const DATABASE = 'fifthwheel';
/** Owns the schema and migrates it. */
export const ROLE = 'fifthwheel';
/** What the program runs as: it reads and writes rows, and owns nothing. */
export const APPLICATION_ROLE = 'fifthwheel_app';

export async function openEndpoint(home: string, runAs: RunAs): Promise<Endpoint> {
  if (process.platform !== 'win32') {
    for (const dir of [
      path.join(home, 'socket'),
      path.join(os.tmpdir(), `fifthwheel-socket-${shortHash(home)}`),
    ]) {
      if (fits(dir) && (await makePrivateDirectory(dir, runAs))) return { socketDir: dir, port: SOCKET_PORT };
    }
  }
  return { socketDir: null, port: await freeLoopbackPort() };
}

export async function closeEndpoint(endpoint: Endpoint): Promise<void> {
  if (endpoint.socketDir !== null) await rm(endpoint.socketDir, { recursive: true, force: true });
}

/**
 * The host in the authority is a stand-in that makes it a URL for every parser; `host` in the query counts, for
 * node-postgres as for libpq. Port and sslmode are said so that PGPORT and PGSSLMODE of the environment do not count.
 */
export function connectionUrl(endpoint: Endpoint, role: string, password: string): string {
  const { socketDir, port } = endpoint;
  const authority = `${role}:${encodeURIComponent(password)}@${socketDir === null ? '127.0.0.1' : 'localhost'}:${port}`;
  const socket = socketDir === null ? '' : `host=${encodeURIComponent(socketDir)}&`;
  return `postgresql://${authority}/${DATABASE}?${socket}sslmode=disable`;
}

export function endpointSettings(endpoint: Endpoint): Record<string, string> {
  const { socketDir, port } = endpoint;
  return {
    port: String(port),
    listen_addresses: socketDir === null ? '127.0.0.1' : '',
    // The setting is a list, and quotes keep a comma from parting a path.
    unix_socket_directories: socketDir === null ? '' : `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}

function fits(dir: string): boolean {
  return Buffer.byteLength(dir + SOCKET_FILE) <= SOCKET_PATH_BYTES_MAX;
}

/**
 * False when somebody else made a directory of that name first, as anybody may below a temporary directory. One of our
 * own is emptied: the lock file in it names a process of a killed PostgreSQL, whose number may be another's now.
 */
async function makePrivateDirectory(dir: string, runAs: RunAs): Promise<boolean> {
  try {
    const found = await lstat(dir);
    if (!found.isDirectory() || found.uid !== (runAs?.uid ?? process.geteuid?.())) return false;
    await rm(dir, { recursive: true });
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await giveTo(runAs, dir);
  return true;
}

async function freeLoopbackPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a listening TCP server has no port');
  return address.port;
}
