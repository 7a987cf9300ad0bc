import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';

const DIRECTORY = path.join(PACKAGE_ROOT, 'migrations');

/** One migrations/YYYYMMDDHHMM-name.sql. */
export interface MigrationFile {
  readonly name: string;
  /** `-- compatible: yes`: the previous release still works on the migrated database. Every file states yes or no. */
  readonly isCompatible: boolean;
  /** With `-- transaction: no`, statements run one by one; otherwise, the whole file runs in one transaction. */
  readonly isTransactional: boolean;
  readonly statements: readonly string[];
}

const NAME =
  /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;

/** Returns the files in the order of their names, which start with the minute (UTC) in which they were written. */
export async function readMigrationFiles(directory = DIRECTORY): Promise<readonly MigrationFile[]> {
  const names = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  for (const name of names)
    if (!NAME.test(name))
      throw new Error(
        `migration ${name}: the name must have the form YYYYMMDDHHMM-what-it-does.sql, with the current minute (UTC)`,
      );
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(path.join(directory, file), 'utf8');
      return readMigration(file.replace(/\.sql$/, ''), text);
    }),
  );
}

/** Statements that can run again after an interruption and do not block other sessions. */
const REPEATABLE = /^(?:drop index concurrently if exists|create (?:unique )?index concurrently(?! if)) /i;

function readMigration(name: string, text: string): MigrationFile {
  const isCompatible = headerOf(name, text, 'compatible');
  const isTransactional = headerOf(name, text, 'transaction', true);
  if (isTransactional) return { name, isCompatible, isTransactional, statements: [text] };
  const statements = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  for (const statement of statements)
    if (!REPEATABLE.test(statement))
      throw new Error(
        `migration ${name}: without a transaction there is only "drop index concurrently if exists" and "create index concurrently"`,
      );
  return { name, isCompatible, isTransactional, statements };
}

function headerOf(name: string, text: string, key: string, otherwise?: boolean): boolean {
  const values = [...text.matchAll(new RegExp(`^-- ${key}:(.*)$`, 'gm'))].map((match) => match[1]?.trim());
  if (values.length === 0 && otherwise !== undefined) return otherwise;
  const [value] = values;
  if (values.length !== 1 || (value !== 'yes' && value !== 'no'))
    throw new Error(`migration ${name}: it needs one line "-- ${key}: yes" or "-- ${key}: no"`);
  return value === 'yes';
}
