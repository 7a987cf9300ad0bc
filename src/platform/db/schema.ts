import { sql } from 'kysely';
import type { Queryable } from './transaction.ts';

/**
 * Lists the objects of the current schema, one line each, in PostgreSQL's own notation and sorted: tables, columns,
 * defaults, constraints, indexes, triggers, functions, sequences and comments. Two schemas of one server with the same
 * lines differ at most in their names. Strips brackets, because PostgreSQL nests a condition differently after a
 * restore. Excludes privileges, which `grantToApplication` sets.
 */
export async function readSchema(db: Queryable): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    with here as (
      select current_schema()::regnamespace as oid, quote_ident(current_schema()) || '.' as prefix
    ), tables as (
      select c.* from pg_class c, here where c.relnamespace = here.oid and c.relkind in ('r', 'p', 'v', 'm')
    ), functions as (
      select p.* from pg_proc p, here
      where p.pronamespace = here.oid and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    ), lines as (
      select concat_ws(' ', 'table', relname, relkind, relpersistence, reloptions::text) as line from tables
      union all
      select concat_ws(' ', 'column', t.relname, row_number() over (partition by t.oid order by a.attnum), a.attname,
        format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, 'identity', a.attidentity,
        'generated', a.attgenerated, a.attcollation::regcollation, 'default', pg_get_expr(d.adbin, d.adrelid))
      from pg_attribute a join tables t on t.oid = a.attrelid
      left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
      where a.attnum > 0 and not a.attisdropped
      union all
      select concat_ws(' ', 'constraint', t.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
      from pg_constraint k join tables t on t.oid = k.conrelid
      union all
      select concat_ws(' ', pg_get_indexdef(x.indexrelid), x.indisvalid) from pg_index x join tables t on t.oid = x.indrelid
      union all
      select concat_ws(' ', pg_get_triggerdef(g.oid), g.tgenabled)
      from pg_trigger g join tables t on t.oid = g.tgrelid where not g.tgisinternal
      union all
      select regexp_replace(pg_get_functiondef(oid), 'SET search_path TO .*', 'SET search_path') from functions
      where prokind = 'f'
      union all
      select concat_ws(' ', 'aggregate', f.oid::regprocedure, a.aggtransfn::regprocedure, a.aggtranstype::regtype, a.agginitval)
      from functions f join pg_aggregate a on a.aggfnoid = f.oid
      union all
      select concat_ws(' ', 'sequence', c.relname, q.seqtypid::regtype, q.seqstart, q.seqincrement, q.seqmax, q.seqcycle)
      from pg_sequence q join pg_class c on c.oid = q.seqrelid, here where c.relnamespace = here.oid
      union all
      select concat_ws(' ', 'comment', t.relname, d.objsubid, d.description)
      from pg_description d join tables t on t.oid = d.objoid where d.classoid = 'pg_class'::regclass
    )
    select translate(replace(line, prefix, ''), '()', '') as line from lines, here order by line`.execute(db);
  return rows.map(({ line }) => line);
}
