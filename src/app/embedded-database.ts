import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DataDirectoryInUse,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type Settings,
  startEmbeddedPostgres,
} from '@fifthwheel/embedded-postgres';
import { SECOND_MS } from '../platform/clock.ts';
import { StartError } from '../platform/errors/start-error.ts';
import type { Logger } from '../platform/log.ts';

/** The embedded database: run by this process, or by a server on the same data directory. */
export interface ServedDatabase {
  /** Connection URL for the application role. */
  readonly url: string;
  /** Connection URL for the role that owns the schema; null if a server of a release with one role runs the database. */
  readonly ownerUrl: string | null;
  stop(): Promise<void>;
}

/** The delay doubles with each failed start, for example on a full disk, and is reset by a successful one. */
const RESTART_PAUSE_MS_MIN = SECOND_MS;
const RESTART_PAUSE_MS_MAX = 15 * SECOND_MS;

export interface EmbeddedDatabaseOptions {
  /** A helper program uses the database of a running server instead. */
  readonly attach?: boolean;
  /** PostgreSQL settings that override the defaults, if this process starts the server. */
  readonly settings?: Settings;
}

/** Runs the embedded PostgreSQL, and restarts it when it dies. */
export async function serveEmbeddedDatabase(
  dataDir: string,
  log: Logger,
  options: EmbeddedDatabaseOptions,
): Promise<ServedDatabase> {
  try {
    return await keepRunning(dataDir, log, options.settings ?? {});
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse) || options.attach !== true) throw forOperator(error);
    const ownerUrl = await readFile(ownerAddressFile(dataDir), 'utf8').catch(() => null);
    // A server that is still starting has not written it yet.
    if (ownerUrl === null) throw forOperator(error);
    const url = await readFile(applicationAddressFile(dataDir), 'utf8').catch(() => null);
    if (url === null) return { url: ownerUrl.trim(), ownerUrl: null, stop: async () => {} };
    return { url: url.trim(), ownerUrl: ownerUrl.trim(), stop: async () => {} };
  }
}

async function keepRunning(dataDir: string, log: Logger, settings: Settings): Promise<ServedDatabase> {
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: (line) => log.info({ from: 'postgres' }, line), settings });
  let current = await start();
  const { url: ownerUrl, applicationUrl: url } = current;
  if (current.note !== null) log.warn(current.note);
  await writeFile(applicationAddressFile(dataDir), `${url}\n`, { mode: 0o600 });
  await writeFile(ownerAddressFile(dataDir), `${ownerUrl}\n`, { mode: 0o600 });
  const stopping = new AbortController();
  const revive = async (): Promise<void> => {
    for (let pauseMs = RESTART_PAUSE_MS_MIN; ; pauseMs = Math.min(RESTART_PAUSE_MS_MAX, 2 * pauseMs)) {
      await sleep(pauseMs, undefined, { signal: stopping.signal });
      try {
        const next = await start();
        if (next.applicationUrl === url && !stopping.signal.aborted) {
          current = next;
          return;
        }
        await next.stop();
        // The pool of this process only knows the first address.
        throw new Error('the embedded database has a new address, or is no longer needed');
      } catch (error) {
        log.error({ err: error }, 'the embedded database could not be restarted; trying again');
      }
    }
  };
  const watch = (): Promise<void> =>
    current.exited.then(async (exit) => {
      if (exit.isRequested) return;
      log.error({ exit }, 'the embedded database died; restarting it');
      await revive();
      await watch();
    });
  // Ends on a requested stop, or if it is interrupted during a pause.
  const watching = watch().catch(() => {});
  return {
    url,
    ownerUrl,
    async stop() {
      for (const file of [ownerAddressFile(dataDir), applicationAddressFile(dataDir)])
        await rm(file, { force: true });
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}

function forOperator(error: unknown): unknown {
  return error instanceof EmbeddedPostgresError ? new StartError(error.message, { cause: error }) : error;
}

function ownerAddressFile(dataDir: string): string {
  return path.join(dataDir, 'database-url');
}

function applicationAddressFile(dataDir: string): string {
  return path.join(dataDir, 'database-application-url');
}
