import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '../client.ts';
import type { Session } from '../session.ts';
import { type Io, UsageError } from './io.ts';

export interface Credentials {
  readonly url: string;
  readonly apiKey?: string;
  readonly session?: Session;
}

export const DEFAULT_URL = 'http://127.0.0.1:3000';
/** Gives up after about a second, because a person is waiting at the terminal. */
export const RETRIES = 2;

function fileOf({ env }: Io): string {
  // An empty variable counts as unset; otherwise the path would be relative to the working directory.
  const base = env['XDG_CONFIG_HOME'] || path.join(env['HOME'] || homedir(), '.config');
  return path.join(base, 'fifthwheel', 'credentials.json');
}

export async function readCredentials(io: Io): Promise<Credentials | null> {
  const text = await readFile(fileOf(io), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Credentials;
  } catch {
    throw new UsageError(`${fileOf(io)} is damaged; sign in again`);
  }
}

/** Writes the file atomically, readable by its owner only. */
export async function writeCredentials(io: Io, credentials: Credentials): Promise<string> {
  const file = fileOf(io);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return file;
}

export async function forgetCredentials(io: Io): Promise<void> {
  await rm(fileOf(io), { force: true });
}

/**
 * Returns a client with the credentials of the environment or the credentials file; without either, an
 * anonymous one.
 */
export async function clientOf(io: Io, url: string | undefined): Promise<Client> {
  const stored = await readCredentials(io);
  const baseUrl = url ?? io.env['FIFTHWHEEL_URL'] ?? stored?.url ?? DEFAULT_URL;
  const common = { baseUrl, fetch: io.fetch, retries: RETRIES };
  const apiKey = io.env['FIFTHWHEEL_API_KEY'];
  if (apiKey !== undefined) return createClient({ ...common, apiKey });
  // Send credentials only to the instance that they belong to.
  if (stored === null || stored.url !== baseUrl) return createClient(common);
  if (stored.apiKey !== undefined) return createClient({ ...common, apiKey: stored.apiKey });
  return createClient({
    ...common,
    session: stored.session,
    onSession: (session) => {
      void (session === null ? forgetCredentials(io) : writeCredentials(io, { url: baseUrl, session }));
    },
  });
}
