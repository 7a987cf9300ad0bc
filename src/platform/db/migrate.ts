import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import { PACKAGE_ROOT } from '../package-root.ts';
import type { Database } from './database.ts';

const DIRECTORY = path.join(PACKAGE_ROOT, 'migrations');

/**
 * Applies the missing migrations/NNNN_verb_noun.sql files, all in one transaction and under an advisory lock, so any
 * number of processes may start at once. Forward only: a released file is never edited.
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`the database could not be migrated${failed === undefined ? '' : ` (${failed})`}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}

function migrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations }, allowUnorderedMigrations: true });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(DIRECTORY)).toSorted()) {
    if (!file.endsWith('.sql')) continue;
    const text = await readFile(path.join(DIRECTORY, file), 'utf8');
    migrations[file.replace(/\.sql$/, '')] = {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}
