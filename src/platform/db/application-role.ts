import { sql } from 'kysely';
import type { Database } from './database.ts';
import { inTransaction, type Transaction } from './transaction.ts';

const ROWS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
const PRIVILEGES = [...ROWS, 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const;
type Privilege = (typeof PRIVILEGES)[number];

/** Tables of which the program may do less than read and write rows. */
const RESTRICTED: ReadonlyMap<string, readonly Privilege[]> = new Map([
  // The trigger that rejects changes is the second barrier: a table's owner can switch its triggers off.
  ['audit_log', ['SELECT', 'INSERT']],
  ['schema_migrations', ['SELECT']],
]);

/** Advisory lock for concurrent grants; the number is arbitrary but must stay unique. */
const GRANT_LOCK = 7_204_414;

export interface GrantOptions {
  /** True only in a sandbox, which empties its tables. */
  readonly mayTruncate: boolean;
}

/**
 * Gives the role that the program runs as exactly what it needs, table by table, as the owner of the schema. Run after
 * each migration; it changes nothing when all is in place.
 */
export async function grantToApplication(
  owner: Database,
  role: string,
  options: GrantOptions,
): Promise<void> {
  await inTransaction(owner, async (trx) => {
    await sql`select pg_advisory_xact_lock(${GRANT_LOCK})`.execute(trx);
    const { rows: schemas } = await sql<{ name: string }>`
      select current_schema() as name where not has_schema_privilege(${role}, current_schema(), 'USAGE')`.execute(
      trx,
    );
    for (const schema of schemas)
      await sql`grant usage on schema ${sql.id(schema.name)} to ${sql.id(role)}`.execute(trx);
    await grantTables(trx, role, options);
    await grantSequences(trx, role);
  });
}

async function grantTables(trx: Transaction, role: string, options: GrantOptions): Promise<void> {
  const { rows: tables } = await sql<{ name: string; held: readonly Privilege[] }>`
    select c.relname as name,
           array(select p from unnest(${[...PRIVILEGES]}::text[]) p where has_table_privilege(${role}, c.oid, p)) as held
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`.execute(trx);
  for (const { name, held } of tables) {
    const wanted: readonly Privilege[] =
      RESTRICTED.get(name) ?? (options.mayTruncate ? [...ROWS, 'TRUNCATE'] : ROWS);
    const missing = wanted.filter((privilege) => !held.includes(privilege));
    const excess = held.filter((privilege) => !wanted.includes(privilege));
    const table = sql.table(name);
    if (missing.length > 0)
      await sql`grant ${sql.raw(missing.join(', '))} on ${table} to ${sql.id(role)}`.execute(trx);
    if (excess.length > 0)
      await sql`revoke ${sql.raw(excess.join(', '))} on ${table} from ${sql.id(role)}`.execute(trx);
  }
}

async function grantSequences(trx: Transaction, role: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
      and not (has_sequence_privilege(${role}, c.oid, 'USAGE') and has_sequence_privilege(${role}, c.oid, 'SELECT'))`.execute(
    trx,
  );
  for (const { name } of rows)
    await sql`grant usage, select on sequence ${sql.table(name)} to ${sql.id(role)}`.execute(trx);
}

export interface RoleOfConnection {
  readonly role: string;
  readonly database: string;
  readonly schema: string | null;
  /** It can switch off the guard of the audit log: it owns the table, may become its owner, or is a superuser. */
  readonly ownsAuditLog: boolean;
}

export async function roleOf(db: Database): Promise<RoleOfConnection> {
  const { rows } = await sql<RoleOfConnection>`
    select current_user as role, current_database() as database, current_schema() as schema,
           coalesce(pg_has_role(current_user, c.relowner, 'MEMBER'), false) as "ownsAuditLog"
    from (select to_regclass('audit_log') as oid) named left join pg_class c on c.oid = named.oid`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a query of one row gave none');
  return row;
}
