import { hostname } from 'node:os';
import { sql } from 'kysely';
import { seedTaxonomy } from '../modules/taxonomy/seed-database.repository.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import { grantToApplication, roleOf, type RoleOfConnection } from '../platform/db/application-role.ts';
import { createDatabase, createPool, type Database } from '../platform/db/database.ts';
import { watchLocks } from '../platform/db/lock-watch.ts';
import { type MigrationState, migrate, migrationStates } from '../platform/db/migrate.ts';
import { StartError } from '../platform/errors/start-error.ts';
import type { Logger } from '../platform/log.ts';
import { VERSION } from '../platform/package-root.ts';
import { commandLine } from './command-line.ts';
import { databaseProblem, type DatabaseSetting } from './start-problems.ts';

export interface PrepareInput {
  readonly url: string;
  readonly ownerUrl: string | null;
  /** No setting names its connections. */
  readonly isEmbedded: boolean;
  readonly mode: Config['mode'];
  readonly clock: Clock;
  readonly log: Logger;
}

const SERVER_VERSION_MIN = 150_000;
/** Name that identifies the process that holds a lock; PostgreSQL keeps 63 bytes of it. */
const SESSION_NAME = `fifthwheel-migrate ${process.pid} ${hostname()}`.slice(0, 63);
const MIGRATION_STATEMENT_TIMEOUT_MS = 10 * 60 * 1000;

/** Upgrades the database to this release, and grants the application role its rights. */
export async function prepareDatabase(input: PrepareInput): Promise<void> {
  const { ownerUrl, clock, log } = input;
  const application = open({ variable: 'DATABASE_URL', url: input.url }, input);
  const owner =
    ownerUrl === null ? application : open({ variable: 'DATABASE_OWNER_URL', url: ownerUrl }, input);
  const stopWatching = await owner.use(async (db) => watchLocks(db, SESSION_NAME, log));
  try {
    await owner.use(requireServerVersion);
    if (owner !== application) requireSame(await application.use(roleOf), await owner.use(roleOf));
    await owner.use(async (db) => {
      const applied = await migrateInWords(db, ownerUrl === null);
      if (applied.length > 0) log.info({ migrations: applied.length }, 'the database was migrated');
      await warnOfNewer(db, log);
    });
    const { role, ownsAuditLog } = await application.use(roleOf);
    // The owner needs no grants, and a revoke would remove the owner's own rights.
    if (owner !== application && !ownsAuditLog)
      await owner.use((db) => grantToApplication(db, role, { mayTruncate: input.mode === 'sandbox' }));
    if (ownsAuditLog) {
      log.warn(
        'the role of DATABASE_URL owns the tables, so it could switch off what guards the audit log: ' +
          'SECURITY.md says how to give the server a lesser role',
      );
    }
    await application.use((db) => seedTaxonomy(db, clock.now()));
  } finally {
    stopWatching();
    await application.close();
    if (owner !== application) await owner.close();
  }
}

/** `migrate` has rejected a database with an incompatible one. */
async function warnOfNewer(db: Database, log: Logger): Promise<void> {
  const newer = (await migrationStates(db)).filter(({ state }) => state === 'newer').map(({ name }) => name);
  if (newer.length > 0)
    log.warn(
      { release: VERSION, migrations: newer },
      'the database was migrated by a newer release. All its newer migrations are marked as compatible, so this ' +
        'release works with it. Update this process to that release.',
    );
}

/** Returns applied and missing migrations; changes nothing. */
export async function readMigrationStates(
  input: Pick<PrepareInput, 'url' | 'isEmbedded' | 'log'>,
): Promise<readonly MigrationState[]> {
  const connection = open({ variable: 'DATABASE_URL', url: input.url }, input);
  try {
    return await connection.use((db) => migrationStates(db));
  } finally {
    await connection.close();
  }
}

async function requireServerVersion(db: Database): Promise<void> {
  const { rows } = await sql<{
    number: number;
    text: string;
  }>`select current_setting('server_version_num')::integer as number, current_setting('server_version') as text`.execute(
    db,
  );
  const [version] = rows;
  if (version !== undefined && version.number < SERVER_VERSION_MIN) {
    throw new StartError(
      `PostgreSQL ${version.text} is too old: update it to 15 or later, or set DATABASE_URL to another one`,
    );
  }
}

interface Connection {
  /** Errors of a database that a setting names mention the setting. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function open(
  setting: DatabaseSetting,
  { isEmbedded, log }: Pick<PrepareInput, 'isEmbedded' | 'log'>,
): Connection {
  const db = createDatabase(
    createPool({
      url: setting.url,
      max: 2,
      applicationName: SESSION_NAME,
      statementTimeoutMs: MIGRATION_STATEMENT_TIMEOUT_MS,
      onError: (error) => log.warn({ err: error }, 'the connection of the migration was lost'),
    }),
  );
  return {
    async use(work) {
      try {
        return await work(db);
      } catch (error) {
        throw isEmbedded ? error : databaseProblem(error, setting);
      }
    },
    close: () => db.destroy(),
  };
}

async function migrateInWords(owner: Database, isOnlyRole: boolean): Promise<readonly string[]> {
  try {
    return await migrate(owner);
  } catch (error) {
    if (!isOnlyRole || !isInsufficientPrivilege(error)) throw error;
    throw new StartError(
      `the database must be migrated by the role that owns it: run \`${commandLine('migrate')}\` with DATABASE_OWNER_URL, or set it here`,
      { cause: error },
    );
  }
}

function isInsufficientPrivilege(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: unknown }).code === '42501') return true;
  return false;
}

function requireSame(ofApplication: RoleOfConnection, ofOwner: RoleOfConnection): void {
  if (ofOwner.database !== ofApplication.database)
    throw new StartError(
      `DATABASE_URL names the database ${ofApplication.database} and DATABASE_OWNER_URL names ${ofOwner.database}: both must name the same database`,
    );
}
