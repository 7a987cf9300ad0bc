import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedTaxonomy } from '../../src/modules/taxonomy/seed-database.repository.ts';
import { createDatabase, createPool } from '../../src/platform/db/database.ts';
import { grantToApplication } from '../../src/platform/db/application-role.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '@fifthwheel/embedded-postgres';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which databases may be made. */
    databaseServerUrl: string;
    /** The lesser role that applications under test run as; null on a server that has none. */
    applicationLogin: { readonly role: string; readonly password: string } | null;
    /** Migrated and seeded once; each test file clones it. */
    templateDatabase: string;
  }
}

/**
 * One PostgreSQL for all test files: TEST_DATABASE_URL if it is set, else an embedded one that forgets everything.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Image processes and child servers run the compiled program; a fresh build is left as it is.
  spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: PACKAGE_ROOT, stdio: 'inherit' });
  const external = process.env['TEST_DATABASE_URL'];
  const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-test-'));
  // As root the database runs under another user, who must get in.
  await chmod(directory, 0o755);
  const embedded =
    external === undefined
      ? await startEmbeddedPostgres({
          dataDir: directory,
          durable: false,
          log: () => {},
          // Nobody but a superuser may end a vacuum in a database that is dropped.
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

async function migrateTemplate(serverUrl: string, template: string, role: string | null): Promise<void> {
  const pool = createPool({
    url: withDatabase(serverUrl, template),
    max: 2,
    applicationName: 'fifthwheel-test',
    onError: () => {},
  });
  const db = createDatabase(pool);
  await migrate(db);
  // Some of the clones are sandboxes.
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
