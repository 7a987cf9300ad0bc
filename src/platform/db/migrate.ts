import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { StartError } from '../errors/start-error.ts';
import type { Database } from './database.ts';
import { type MigrationFile, readMigrationFiles } from './migration-files.ts';
import { hasNumberedMigrations, replaceNumberedMigrations } from './numbered-migrations.ts';
import { isRetryable, isSqlError } from './sql-errors.ts';
import type { Queryable, Transaction } from './transaction.ts';

/** Session lock of the process that migrates; nothing else uses the number. */
export const MIGRATION_LOCK = 7_204_415;
const LOCK_POLL_MS = 250;
/** Fifteen minutes, which is 1.5 times the limit of one statement. */
const LOCK_POLLS_MAX = 3600;

/** Short, because every later statement on the table waits behind a migration that waits for its lock. */
const LOCK_TIMEOUT_MS = 3000;
const ATTEMPTS_MAX = 10;
const PAUSE_MS = 1000;

export interface MigrateOptions {
  readonly directory?: string;
  readonly lockTimeoutMs?: number;
  readonly attemptsMax?: number;
  readonly pauseMs?: number;
}

/**
 * Applies the missing migrations, in the order of their names; any number of processes may start at once. Neighbours that run in a
 * transaction share one. Forward only: a released file is never edited. Writes nothing if none is missing: the role that the program
 * runs as could not.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<readonly string[]> {
  const files = await readMigrationFiles(options.directory);
  if ((await missingOf(db, files)).length === 0) return [];
  return db.connection().execute(async (connection) => {
    await lock(connection);
    try {
      // Another process may have been first.
      const replaced = await replaceNumbered(connection, files, options);
      const missing = await missingOf(connection, files);
      if (missing.length > 0) await prepareTable(connection);
      for (const batch of inBatches(missing)) await apply(connection, batch, options);
      return [...replaced, ...missing.map((file) => file.name)];
    } finally {
      // A lost connection has already released the lock.
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection).catch(() => undefined);
    }
  });
}

export interface MigrationState {
  readonly name: string;
  /** `newer`: applied by a release that has more migrations than this one. */
  readonly state: 'applied' | 'missing' | 'newer';
  readonly isCompatible: boolean;
}

/** Returns the state of all migrations in name order. Writes nothing. */
export async function migrationStates(
  db: Queryable,
  options: MigrateOptions = {},
): Promise<readonly MigrationState[]> {
  return statesOf(await readMigrationFiles(options.directory), await appliedTo(db));
}

/**
 * If two migrations were written in parallel, a database may have either without the other. But every database has the first
 * migration, unless it belongs to another program.
 */
function statesOf(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): readonly MigrationState[] {
  const known = new Set(files.map(({ name }) => name));
  const had = new Set(hasNumberedMigrations(applied) ? [] : applied.map(({ name }) => name));
  const [first] = files;
  if (had.size > 0 && first !== undefined && !had.has(first.name))
    throw new StartError(
      `The database has migrations, the first of them ${applied[0]?.name}, but not ${first.name}: another program created it. Use another database, or restore a backup`,
    );
  return [
    ...files.map(({ name, isCompatible }) => ({
      name,
      state: had.has(name) ? ('applied' as const) : ('missing' as const),
      isCompatible,
    })),
    ...applied
      .filter(({ name }) => had.has(name) && !known.has(name))
      .map((migration) => ({ ...migration, state: 'newer' as const })),
  ];
}

/** Throws if a newer release has changed the database in a way that this release cannot work with. */
async function missingOf(db: Queryable, files: readonly MigrationFile[]): Promise<readonly MigrationFile[]> {
  const states = statesOf(files, await appliedTo(db));
  const strange = states.filter(({ state, isCompatible }) => state === 'newer' && !isCompatible);
  if (strange.length > 0) {
    const names = strange.map(({ name }) => name);
    throw new StartError(
      `The database was migrated by a newer release, and this one cannot work with ${names.slice(0, 3).join(', ')}` +
        `${names.length > 3 ? ` and ${names.length - 3} more` : ''}: install that release, or restore the backup made before it`,
    );
  }
  return files.filter((_, index) => states[index]?.state === 'missing');
}

interface AppliedMigration {
  readonly name: string;
  readonly isCompatible: boolean;
}

async function appliedTo(db: Queryable): Promise<readonly AppliedMigration[]> {
  const { rows: tables } = await sql`
    select 1 where to_regclass('schema_migrations') is not null`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string; compatible: boolean }>`
    select name, compatible from schema_migrations order by name collate "C"`.execute(db);
  return rows.map(({ name, compatible }) => ({ name, isCompatible: compatible }));
}

/** Polled: a blocked statement holds a snapshot, for which a concurrent index build of the migrating process would wait. */
async function lock(connection: Database): Promise<void> {
  for (let poll = 0; poll < LOCK_POLLS_MAX; poll++) {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as mine`.execute(connection);
    if (rows[0]?.mine === true) return;
    await wait(LOCK_POLL_MS);
  }
  throw new StartError(
    'Timed out waiting for another program to migrate the database: check what it is waiting for, or stop it',
  );
}

async function prepareTable(connection: Database): Promise<void> {
  await sql`set client_min_messages = warning`.execute(connection);
  await sql`
    create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null, compatible boolean not null)`.execute(
    connection,
  );
}

function inBatches(files: readonly MigrationFile[]): readonly (readonly MigrationFile[])[] {
  const batches: MigrationFile[][] = [];
  for (const file of files) {
    const last = batches.at(-1);
    if (file.isTransactional && last?.[0]?.isTransactional === true) last.push(file);
    else batches.push([file]);
  }
  return batches;
}

async function replaceNumbered(
  connection: Database,
  files: readonly MigrationFile[],
  options: MigrateOptions,
): Promise<readonly string[]> {
  if (!hasNumberedMigrations(await appliedTo(connection))) return [];
  return untilLocked(
    () => 'to the baselines',
    options,
    () => inOneTransaction(connection, options, (trx) => replaceNumberedMigrations(trx, files)),
  );
}

async function apply(
  connection: Database,
  batch: readonly MigrationFile[],
  options: MigrateOptions,
): Promise<void> {
  let [current] = batch;
  await untilLocked(
    () => current?.name ?? '',
    options,
    async () => {
      if (current?.isTransactional === false) return applyConcurrently(connection, current);
      return inOneTransaction(connection, options, async (trx) => {
        for (const file of batch) {
          current = file;
          for (const statement of file.statements) await sql.raw(statement).execute(trx);
          await record(trx, file);
        }
      });
    },
  );
}

function inOneTransaction<T>(
  connection: Database,
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return connection.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(trx);
    return work(trx);
  });
}

/** Retries work that must yield to other transactions. `current` returns the migration in progress. */
async function untilLocked<T>(
  current: () => string,
  { attemptsMax = ATTEMPTS_MAX, pauseMs = PAUSE_MS }: MigrateOptions,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (!isLostToOthers(error))
        throw new Error(`the database could not be migrated (${current()})`, { cause: error });
      if (attempt >= attemptsMax)
        throw new StartError(
          `Migration ${current()} needs a lock that other sessions hold (${error.message}): end the long transactions in pg_stat_activity, and start again`,
          { cause: error },
        );
    }
    await wait(pauseMs);
  }
}

/** A concurrent index build blocks no other statement while it waits, so only the statement timeout applies. */
async function applyConcurrently(connection: Database, file: MigrationFile): Promise<void> {
  for (const statement of file.statements) await sql.raw(statement).execute(connection);
  await record(connection, file);
}

function isLostToOthers(error: unknown): error is Error {
  return isRetryable(error) || (isSqlError(error) && error.code === '55P03');
}

async function record(db: Queryable, { name, isCompatible }: MigrationFile): Promise<void> {
  await sql`
    insert into schema_migrations (name, applied_at, compatible) values (${name}, now(), ${isCompatible})`.execute(
    db,
  );
}
