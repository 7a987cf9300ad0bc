// Runs the PostgreSQL that is bundled with the server as a child process, for machines without another one.
//
// Guarantees: only one live server process uses a data directory at a time; a second one gets an error. A
// killed server leaves nothing that blocks the next one: a guardian asks its postmaster to stop, and at the
// latest the next start stops it. Committed data survives any crash (unless `durable` is false).
// It does not restart a PostgreSQL that exits unexpectedly: `exited` resolves, and a new start recovers.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { APPLICATION_ROLE, connectionUrl, openSocketDirectory, ROLE } from './endpoint.ts';
import { DataDirectoryInUse } from './errors.ts';
import { chooseHome, clusterIn, type Home, logDirectoryIn } from './home.ts';
import { clearLeftover, refuseUnseenServer } from './leftover.ts';
import { type BinaryPackage, binaryPackageAt, locateBinaries } from './locate-binaries.ts';
import { acquireLock, type Lock, LockHeld } from './lock.ts';
import { pruneLogs } from './log-files.ts';
import { afterSurvivors, type PostgresExit, startPostmaster } from './postmaster.ts';
import { giveTo } from './run-as.ts';
import { serverArguments, type Settings } from './settings.ts';

export type { Settings } from './settings.ts';
export { DataDirectoryInUse, EmbeddedPostgresError, EmbeddedPostgresUnavailable } from './errors.ts';
export { makeDirectory } from './make-directory.ts';

const PRUNE_LOGS_EVERY_MS = 60_000;

export interface EmbeddedPostgresOptions {
  /** Data directory of the server. The database is below it, or at the place that `note` names. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** False trades safety for speed in tests: a crash can lose commits, or the whole data directory. */
  readonly durable?: boolean;
  /** PostgreSQL settings that override the defaults of `settings.ts`. */
  readonly settings?: Settings;
  /** Package directory with the binaries. Default: the one that npm installed for this machine. */
  readonly packageDir?: string;
}

export interface EmbeddedPostgres {
  /**
   * Connection URL for the role that owns the database, including the password; for node-postgres and psql.
   */
  readonly url: string;
  /** Connection URL for the application role, which has only the rights that the owner grants. */
  readonly applicationUrl: string;
  /** PostgreSQL's own data directory. */
  readonly dataDir: string;
  /** Startup log line: reason why the database is not below the server's data directory; null if it is. */
  readonly note: string | null;
  /**
   * Ends all sessions, waits until PostgreSQL has exited, and frees the data directory. Can be called twice.
   */
  stop(): Promise<void>;
  /**
   * Resolves when PostgreSQL has exited, through `stop()` or unexpectedly, and the data directory is free for
   * a new start.
   */
  readonly exited: Promise<PostgresExit>;
}

/**
 * @example
 * const postgres = await startEmbeddedPostgres({ dataDir: './data', log: (line) => logger.info(line) });
 * const pool = new pg.Pool({ connectionString: postgres.url });
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const source = options.packageDir === undefined ? locateBinaries() : binaryPackageAt(options.packageDir);
  const home = await chooseHome(options.dataDir);
  await refuseUnseenServer(clusterIn(home.dir));
  const lock = await lockHome(home, options.dataDir);
  try {
    return await startIn(home, lock, source, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function lockHome(home: Home, dataDir: string): Promise<Lock> {
  try {
    return await acquireLock(path.join(home.dir, 'lock'));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    const holder = error.pid === process.pid ? 'this very process' : `another server (process ${error.pid})`;
    throw new DataDirectoryInUse(dataDir, holder);
  }
}

async function startIn(
  home: Home,
  lock: Lock,
  source: BinaryPackage,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, durable: isDurable = true, settings: overrides = {} } = options;
  const { dir, runAs } = home;
  const clusterDir = clusterIn(dir);
  const logDir = logDirectoryIn(dir);
  const binaries = await prepareBinaries(source, dir, runAs);
  await clearLeftover(clusterDir, binaries.pgCtl, runAs, log);
  const passwords = await ensureCluster({ home: dir, runAs, binaries, isDurable, log });
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  await giveTo(runAs, logDir);
  const socketDir = await openSocketDirectory(dir, runAs);
  const args = serverArguments({ home: dir, socketDir, isDurable, overrides });
  const postmaster = await afterSurvivors(log, () =>
    startPostmaster({ binaries, args, home: dir, clusterDir, runAs, log }),
  );
  const prune = (): void => void pruneLogs(logDir).catch(() => undefined);
  prune();
  const pruning = setInterval(prune, PRUNE_LOGS_EVERY_MS).unref();
  const exited = postmaster.exited.then(async (exit) => {
    clearInterval(pruning);
    if (!exit.isRequested) log(`PostgreSQL ended by itself (code ${exit.code}, signal ${exit.signal})`);
    try {
      await rm(socketDir, { recursive: true, force: true });
    } finally {
      await lock.release();
    }
    return exit;
  });
  // Callers who await it learn of a failure; without a caller, a rejection must not end the process.
  exited.catch(() => undefined);
  const stop = async (): Promise<void> => {
    await postmaster.stop();
    await exited;
  };
  return {
    url: connectionUrl(socketDir, ROLE, passwords.owner),
    applicationUrl: connectionUrl(socketDir, APPLICATION_ROLE, passwords.application),
    dataDir: clusterDir,
    note: home.note,
    stop,
    exited,
  };
}
