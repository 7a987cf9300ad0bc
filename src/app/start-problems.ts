import net from 'node:net';
import { isSqlError, isUnavailable } from '../platform/db/sql-errors.ts';
import { StartError } from '../platform/errors/start-error.ts';
import { systemErrorCode } from '../platform/errors/system-error.ts';
import { commandLine } from './command-line.ts';

/** The message for operators about a failed start, in one line. */
export function startProblem(error: unknown): string {
  const reported = error instanceof StartError ? error : (fileProblem(error) ?? error);
  if (reported instanceof StartError) return oneLine(reported.message);
  const code = systemErrorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  return oneLine(
    `The start failed: ${message || 'an error without a message'}${code === undefined ? '' : ` (${code})`}. LOG_LEVEL=debug logs where.`,
  );
}

function oneLine(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

const FILE_ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'is not accessible for this user. Change its owner or mode, or set DATA_DIR to another directory',
  EPERM: 'is not accessible for this user. Change its owner or mode, or set DATA_DIR to another directory',
  EROFS: 'is on a read-only file system. Set DATA_DIR to a writable directory',
  ENOSPC: 'has no space left on its file system. Free some space, or set DATA_DIR to another file system',
  EDQUOT: 'exceeds the disk quota of this user. Free some space, or set DATA_DIR to another file system',
  ENOTDIR: 'is not a directory, or is below a file. Set DATA_DIR to a directory',
  ENOENT: 'cannot be created there. Set DATA_DIR to another directory',
  EEXIST: 'is a file, not a directory. Set DATA_DIR to a directory',
};

/** Describes a file system error that an operator can fix; null for any other. */
export function fileProblem(error: unknown): StartError | null {
  const { path } = (error ?? {}) as { path?: unknown };
  const advice = FILE_ADVICE[systemErrorCode(error) ?? ''];
  if (advice === undefined || typeof path !== 'string') return null;
  return new StartError(`${path} ${advice} (${systemErrorCode(error)})`, { cause: error });
}

/** A connection that the settings name, and the setting. */
export interface DatabaseSetting {
  readonly variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL';
  readonly url: string;
}

/** Describes the error of a database that a setting names; returns other errors unchanged. */
export function databaseProblem(error: unknown, setting: DatabaseSetting): unknown {
  const startError = [...causesOf(error)].find((cause) => cause instanceof StartError);
  if (startError !== undefined) return startError;
  for (const cause of causesOf(error)) {
    const message = databaseMessage(cause, setting);
    if (message !== null) return new StartError(message, { cause: error });
  }
  return error;
}

function* causesOf(error: unknown): Generator<unknown> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

function databaseMessage(error: unknown, { variable, url }: DatabaseSetting): string | null {
  const { place, database } = locationOf(url);
  const message = (error as Error).message;
  const code = systemErrorCode(error);
  if (isSqlError(error)) {
    if (code === '3D000')
      return `The database "${database}" does not exist at ${place}. Create it (createdb ${database}), or correct ${variable}.`;
    if (code === '28P01' || code === '28000')
      return `Authentication failed at ${place} (${message}). Check the user name and password in ${variable}.`;
    if (code === '42501')
      return variable === 'DATABASE_URL'
        ? `The role of DATABASE_URL lacks privileges that the start needs (${message}). Run \`${commandLine('migrate')}\` as the owner of the database, or make the role its owner.`
        : `The role of DATABASE_OWNER_URL lacks privileges that the start needs (${message}). Make it the owner of the database and its tables.`;
    if (code === '25006')
      return `The database at ${place} is read-only (${message}). Point ${variable} at the primary.`;
    return isUnavailable(error)
      ? `The database at ${place} is unavailable (${message}). Free connections or disk space, or wait until it is up, then start again.`
      : null;
  }
  if (isUnavailable(error))
    return `The database at ${place} is unreachable (${code ?? message}). Start PostgreSQL there, or correct ${variable}.`;
  if (/password must be a/.test(message))
    return `The database at ${place} requires a password. Add it to ${variable}.`;
  if (/SSL|TLS|certificate/i.test(`${message} ${code ?? ''}`))
    return `TLS with the database at ${place} failed (${message}). Check sslmode in ${variable} and the certificate.`;
  return null;
}

/** Location without role and password. */
function locationOf(url: string): { place: string; database: string } {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname);
  return { place: `${host}:${port === '' ? '5432' : port}`, database: decodeURIComponent(pathname.slice(1)) };
}

const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use (EADDRINUSE). Stop the other process or set {port}.',
  EACCES: 'permission denied (EACCES). Use a port from 1024 up behind a reverse proxy.',
  EADDRNOTAVAIL: 'this machine does not have that address (EADDRNOTAVAIL). Check {host}.',
  ENOTFOUND: 'the host name does not resolve (ENOTFOUND). Check {host}.',
  EAI_AGAIN: 'the host name cannot be resolved at the moment (EAI_AGAIN). Check {host} and the DNS server.',
};

/** Address on which a server will listen; `variable` is the setting of the port. */
export interface Place {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** Throws if another program uses the port, before anything is created. */
export async function requireFreePort(place: Place): Promise<void> {
  if (place.port === 0) return;
  const probe = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen({ port: place.port, host: place.host, exclusive: true }, resolve);
    });
  } catch (error) {
    throw listenProblem(error, place);
  }
  await new Promise((closed) => probe.close(closed));
}

/** Describes why a server cannot listen; returns other errors unchanged. */
export function listenProblem(error: unknown, { variable, host, port }: Place): unknown {
  const advice = LISTEN_ADVICE[systemErrorCode(error) ?? ''];
  if (advice === undefined) return error;
  const sentence = advice.replace('{port}', variable).replace('{host}', variable.replace('PORT', 'HOST'));
  return new StartError(`Cannot listen on ${host}:${port}: ${sentence}`, { cause: error });
}
