import { access, chmod, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedTaxonomy } from '../../src/modules/taxonomy/seed-database.repository.ts';
import { createDatabase, createPool } from '../../src/platform/db/database.ts';
import { grantToApplication } from '../../src/platform/db/application-role.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '@fifthwheel/embedded-postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server on which tests can create databases. */
    databaseServerUrl: string;
    /** The restricted role of applications under test; null if the server has none. */
    applicationLogin: { readonly role: string; readonly password: string } | null;
    /** Name of a database that is migrated and seeded once; each test file clones it. */
    templateDatabase: string;
  }
}

const DIRECTORY_PREFIX = 'fifthwheel-test-';
/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Free memory that databases of tests never fill, even those of the suite that fills two markets. */
const MEMORY_MIN = 8 * 1024 ** 3;

/**
 * Prepares one PostgreSQL server for all test files: TEST_DATABASE_URL if it is set, otherwise an embedded server without
 * durable storage.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['TEST_DATABASE_URL'];
  const directory = await mkdtemp(path.join(await placeForDatabases(), `${DIRECTORY_PREFIX}${process.pid}-`));
  // If tests run as root, the database runs as another user, who needs access to the directory.
  await chmod(directory, 0o755);
  const embedded =
    external === undefined
      ? await startEmbeddedPostgres({
          dataDir: directory,
          durable: false,
          log: () => {},
          // Only a superuser can stop an autovacuum, which would block dropping its database.
          settings: { max_connections: '200', autovacuum: 'off' },
        })
      : null;
  const serverUrl = external ?? embedded?.url ?? '';
  const template = `fifthwheel_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${template}`);
  await admin.query(`create database ${template}`);
  const applicationLogin = embedded === null ? null : loginOf(embedded.applicationUrl);
  await migrateTemplate(serverUrl, template, applicationLogin?.role ?? null);
  await admin.end();
  project.provide('databaseServerUrl', serverUrl);
  project.provide('templateDatabase', template);
  project.provide('applicationLogin', applicationLogin);
  return async () => {
    if (embedded === null) {
      const client = new pg.Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(`drop database if exists ${template}`);
      await client.end();
    }
    await embedded?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/**
 * Memory if there is plenty: a disk's file system takes longer to create and delete the thousand files of each clone than
 * PostgreSQL to execute the statements of a typical test file.
 */
async function placeForDatabases(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK);
    await removeLeftovers(MEMORY);
    const { bavail, bsize } = await statfs(MEMORY);
    if (Math.min(bavail * bsize, freemem()) >= MEMORY_MIN) return MEMORY;
  } catch {
    // Not Linux, or not allowed.
  }
  return tmpdir();
}

/** A run that was killed leaves its directory, which would hold memory until the machine restarts. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = name.startsWith(DIRECTORY_PREFIX) ? Number(name.split('-')[2]) : NaN;
    if (!Number.isInteger(pid) || isRunning(pid)) continue;
    // Another user's stays.
    await rm(path.join(place, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function migrateTemplate(serverUrl: string, template: string, role: string | null): Promise<void> {
  const pool = createPool({
    url: withDatabase(serverUrl, template),
    max: 2,
    applicationName: 'fifthwheel-test',
    onError: () => {},
  });
  const db = createDatabase(pool);
  await migrate(db);
  // Sandboxes truncate tables, and some of the clones are sandboxes.
  if (role !== null) await grantToApplication(db, role, { mayTruncate: true });
  await seedTaxonomy(db, new Date());
  await db.destroy();
}

function loginOf(url: string): { role: string; password: string } {
  const { username, password } = new URL(url);
  return { role: username, password: decodeURIComponent(password) };
}

export function withDatabase(serverUrl: string, database: string): string {
  return serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`);
}
