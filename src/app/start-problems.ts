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
  EACCES: 'cannot be used by this user: change its owner or mode, or set DATA_DIR to another directory',
  EPERM: 'cannot be used by this user: change its owner or mode, or set DATA_DIR to another directory',
  EROFS: 'is on a file system that is read-only: set DATA_DIR to a directory that can be written',
  ENOSPC: 'has no room left on its file system: make room, or set DATA_DIR to another one',
  EDQUOT: 'is over the quota of this user: make room, or set DATA_DIR to another file system',
  ENOTDIR: 'is no directory, or lies below a file: set DATA_DIR to a directory',
  ENOENT: 'cannot be made there: set DATA_DIR to another directory',
  EEXIST: 'is a file and not a directory: set DATA_DIR to a directory',
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
    const words = databaseWords(cause, setting);
    if (words !== null) return new StartError(words, { cause: error });
  }
  return error;
}

function* causesOf(error: unknown): Generator<unknown> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

function databaseWords(error: unknown, { variable, url }: DatabaseSetting): string | null {
  const { place, database } = locationOf(url);
  const message = (error as Error).message;
  const code = systemErrorCode(error);
  if (isSqlError(error)) {
    if (code === '3D000')
      return `The database "${database}" does not exist at ${place}: create it (createdb ${database}), or correct ${variable}`;
    if (code === '28P01' || code === '28000')
      return `The database at ${place} refuses the role or password of ${variable} (${message}): correct it`;
    if (code === '42501')
      return variable === 'DATABASE_URL'
        ? `The role of DATABASE_URL may not do what the start needs (${message}): run \`${commandLine('migrate')}\` as the owner of the database, or make the role its owner`
        : `The role of DATABASE_OWNER_URL may not do what the start needs (${message}): make it the owner of the database and its tables`;
    if (code === '25006')
      return `The database at ${place} takes no writes (${message}): name the primary in ${variable}`;
    return isUnavailable(error)
      ? `The database at ${place} cannot serve (${message}): free its connections or space, or wait until it is up, and start again`
      : null;
  }
  if (isUnavailable(error))
    return `The database at ${place} cannot be reached (${code ?? message}): start PostgreSQL there, or correct ${variable}`;
  if (/password must be a/.test(message))
    return `The database at ${place} asks for a password: write it into ${variable}`;
  if (/SSL|TLS|certificate/i.test(`${message} ${code ?? ''}`))
    return `No TLS with the database at ${place} (${message}): correct sslmode in ${variable}, or the certificate`;
  return null;
}

/** Location without role and password. */
function locationOf(url: string): { place: string; database: string } {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname);
  return { place: `${host}:${port === '' ? '5432' : port}`, database: decodeURIComponent(pathname.slice(1)) };
}

const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program: stop that one, or set another',
  EACCES: 'needs rights that this user lacks: set one from 1024 on, and let a proxy have the other',
  EADDRNOTAVAIL: 'cannot be had, since that host is no address of this machine: correct that',
  ENOTFOUND: 'cannot be had, since that host is a name that nobody knows: correct that',
  EAI_AGAIN: 'cannot be had, since that host is a name that cannot be looked up: correct that',
};

/** Where a server is to listen; `variable` is the setting of the port. */
export interface Place {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** Refuses the start while another program has the port: before anything is created. */
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

/** Why a server cannot listen, in words; another error as it came. */
export function listenProblem(error: unknown, { variable, host, port }: Place): unknown {
  const advice = LISTEN_ADVICE[systemErrorCode(error) ?? ''];
  if (advice === undefined) return error;
  return new StartError(`${variable} ${port} on ${host} ${advice}`, { cause: error });
}
