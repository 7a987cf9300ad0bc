import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { StartError } from '../errors/start-error.ts';
import type { Database } from './database.ts';
import { type MigrationFile, readMigrationFiles } from './migration-files.ts';
import { isRetryable, isSqlError } from './sql-errors.ts';
import type { Queryable } from './transaction.ts';

/** Session lock of the one who migrates; nothing else uses the number. */
export const MIGRATION_LOCK = 7_204_415;
const LOCK_POLL_MS = 250;
/** Fifteen minutes: half as long again as one statement may take. */
const LOCK_POLLS_MAX = 3600;

/** While a change of a table waits for its lock, all who come later wait behind it. */
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
 * Applies the missing migrations; any number of processes may start at once. Neighbours that run in a transaction share
 * one. Forward only: a released file is never edited. Writes nothing when none is missing: the role that the program runs
 * as could not.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<readonly string[]> {
  const files = await readMigrationFiles(options.directory);
  if ((await missingOf(db, files)).length === 0) return [];
  return db.connection().execute(async (connection) => {
    await lock(connection);
    try {
      // Another process may have been first.
      const missing = await missingOf(connection, files);
      if (missing.length > 0) await prepareTable(connection);
      for (const batch of inBatches(missing)) await apply(connection, batch, options);
      return missing.map((file) => file.name);
    } finally {
      // A connection that was lost has let go of it.
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

/** Of all migrations, in order of their numbers. Writes nothing. */
export async function migrationStates(
  db: Queryable,
  options: MigrateOptions = {},
): Promise<readonly MigrationState[]> {
  return statesOf(await readMigrationFiles(options.directory), await appliedTo(db));
}

/** The applied ones and the files are two beginnings of one list, or the database belongs to something else. */
function statesOf(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): readonly MigrationState[] {
  for (const [index, { name }] of applied.entries()) {
    const expected = files[index]?.name;
    if (expected !== undefined && expected !== name)
      throw new StartError(
        `The database has the migration ${name} in the place of ${expected}: it was made by another program, or by a version that was never released. Use another database, or restore a backup`,
      );
  }
  return [
    ...files.map(({ name, isCompatible }, index) => ({
      name,
      state: index < applied.length ? ('applied' as const) : ('missing' as const),
      isCompatible,
    })),
    ...applied.slice(files.length).map((migration) => ({ ...migration, state: 'newer' as const })),
  ];
}

/** Refuses a database that a newer release has changed in a way that this one cannot work with. */
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

/** Polled: a statement that waits holds a snapshot, which a concurrent index of the one who migrates would wait for. */
async function lock(connection: Database): Promise<void> {
  for (let poll = 0; poll < LOCK_POLLS_MAX; poll++) {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as mine`.execute(connection);
    if (rows[0]?.mine === true) return;
    await wait(LOCK_POLL_MS);
  }
  throw new StartError(
    'Another program migrates the database and does not end: see what it waits for, or stop it',
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

async function apply(
  connection: Database,
  batch: readonly MigrationFile[],
  options: MigrateOptions,
): Promise<void> {
  const { attemptsMax = ATTEMPTS_MAX, pauseMs = PAUSE_MS } = options;
  for (let attempt = 1; ; attempt++) {
    let current = batch[0]?.name;
    try {
      if (batch[0]?.isTransactional === false) return await applyConcurrently(connection, batch[0]);
      return await connection.transaction().execute(async (trx) => {
        await sql`select set_config('lock_timeout', ${String(options.lockTimeoutMs ?? LOCK_TIMEOUT_MS)}, true)`.execute(
          trx,
        );
        for (const file of batch) {
          current = file.name;
          for (const statement of file.statements) await sql.raw(statement).execute(trx);
          await record(trx, file);
        }
      });
    } catch (error) {
      if (!isLostToOthers(error))
        throw new Error(`the database could not be migrated (${current})`, { cause: error });
      if (attempt >= attemptsMax)
        throw new StartError(
          `Migration ${current} needs a lock that others hold (${error.message}): end what pg_stat_activity shows in a long transaction, and start again`,
          { cause: error },
        );
    }
    await wait(pauseMs);
  }
}

/** Waiting for its turn, a concurrent index holds nobody up: without a limit but that of the statement. */
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
