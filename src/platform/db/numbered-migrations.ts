import { sql } from 'kysely';
import { StartError } from '../errors/start-error.ts';
import type { MigrationFile } from './migration-files.ts';
import { readSchema } from './schema.ts';
import type { Transaction } from './transaction.ts';

/**
 * Before the first release, migrations were numbered. The baselines, one for each area, replace them: a database that has had all of
 * them gets the baselines recorded in their place.
 */
const FIRST_NUMBERED = '0001_create_platform';
const LAST_NUMBERED = '0101_note_who_accepted_invitations';
const LAST_BASELINE = '202611270017-sandbox';

/** Effects of the numbered migrations. */
const CHANGES: readonly string[] = [
  'alter table listings validate constraint listings_external_id_check',
  'drop index listings_without_price_basis',
  'alter table favorites drop column told_price, drop column told_currency',
  'drop function seal_audit_entry',
  'alter table audit_log drop column form',
  `create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = '42501';
end
$$`,
];

/** Only while the two schemas are compared, in a transaction. */
const SCHEMA = 'fifthwheel_baseline';
const NAMED_MAX = 5;

/** Whether a database has numbered migrations; throws if some of them are missing. */
export function hasNumberedMigrations(applied: readonly { readonly name: string }[]): boolean {
  if (applied[0]?.name !== FIRST_NUMBERED) return false;
  const last = applied.at(-1)?.name;
  if (last !== LAST_NUMBERED)
    throw new StartError(
      `The database has migrations up to ${last}, from before the first release. First start the last version with numbered migrations, which upgrades it to ${LAST_NUMBERED}, then this version. "Upgrade" in docs/operations.md describes how.`,
    );
  return true;
}

/** Records the baselines, once the database has the schema that they would make. Else nothing has changed. */
export async function replaceNumberedMigrations(
  trx: Transaction,
  files: readonly MigrationFile[],
): Promise<readonly string[]> {
  const baselines = files.filter(({ name }) => name <= LAST_BASELINE);
  for (const statement of CHANGES) await sql.raw(statement).execute(trx);
  requireAll(await schemaOf(trx, baselines), new Set(await readSchema(trx)));
  await sql`delete from schema_migrations`.execute(trx);
  for (const { name, isCompatible } of baselines)
    await sql`
      insert into schema_migrations (name, applied_at, compatible) values (${name}, now(), ${isCompatible})`.execute(
      trx,
    );
  return baselines.map(({ name }) => name);
}

/** Creates the schema next to the real one, reads it, and rolls back. */
async function schemaOf(trx: Transaction, baselines: readonly MigrationFile[]): Promise<readonly string[]> {
  await sql`savepoint before_baselines`.execute(trx);
  await sql`create schema ${sql.id(SCHEMA)}`.execute(trx);
  await sql`
    select set_config('search_path', ${`${SCHEMA}, `} || current_setting('search_path'), true)`.execute(trx);
  for (const { statements } of baselines)
    for (const statement of statements) await sql.raw(statement).execute(trx);
  const schema = await readSchema(trx);
  await sql`rollback to savepoint before_baselines`.execute(trx);
  return schema;
}

/** Ignores additional objects of the operator, such as an index or a view. */
function requireAll(expected: readonly string[], found: ReadonlySet<string>): void {
  const missing = expected.filter((line) => !found.has(line));
  if (missing.length === 0) return;
  throw new StartError(
    `The database lacks objects that its migrations created (${missing.slice(0, NAMED_MAX).join('; ')}): undo the manual changes, or restore a backup`,
  );
}
