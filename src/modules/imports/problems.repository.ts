import { type Selectable, sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Cells } from './reading/raw-row.ts';
import { storable, type RowProblem, type Severity } from './problems.ts';
import type { ImportProblemTable } from './tables.ts';
import './tables.ts';
import { type Message, toStored, fromStored, type StoredSentence } from '../../platform/errors/sentence.ts';

export interface LocatedProblem extends RowProblem {
  /** Null: the problem concerns the whole file. */
  readonly row: number | null;
  readonly externalId: string | null;
}

export async function insertProblems(
  trx: Transaction,
  importId: string,
  problems: readonly LocatedProblem[],
): Promise<void> {
  if (problems.length === 0) return;
  const rows = problems.map((each) => ({
    row_number: each.row,
    external_id: each.externalId === null ? null : storable(each.externalId).slice(0, 100),
    column_name: each.column,
    field: each.field,
    value: each.value,
    severity: each.severity,
    code: each.code,
    message: String(each.message),
    said: saidOf(each.message),
    suggestion: each.suggestion,
  }));
  await sql`
    insert into import_problems
      (import_id, row_number, external_id, column_name, field, value, severity, code, message, said, suggestion)
    select ${importId}, row_number, external_id, column_name, field, value, severity, code, message, said, suggestion
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      row_number integer, external_id text, column_name text, field text, value text, severity text, code text,
      message text, said jsonb, suggestion text
    )`.execute(trx);
}

/** Whether the import has a file-level warning with this code. */
export async function hasFileWarning(db: Queryable, importId: string, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('import_problems')
    .select('seq')
    .where('import_id', '=', importId)
    .where('severity', '=', 'warning')
    .where('row_number', 'is', null)
    .where('code', '=', code)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFailedRows(
  trx: Transaction,
  importId: string,
  rows: readonly { readonly number: number; readonly cells: Cells }[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ number, cells }) => ({
    row_number: number,
    cells: Object.fromEntries(
      [...cells.entries()]
        .filter(([, text]) => text !== '')
        .map(([column, text]) => [storable(column), storable(text)]),
    ),
  }));
  await sql`
    insert into import_failed_rows (import_id, row_number, cells)
    select ${importId}, row_number, cells
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as t(row_number integer, cells jsonb)`.execute(
    trx,
  );
}

/** A message without values is stored only as English text. */
function saidOf(message: Message): StoredSentence | null {
  const stored = toStored(message);
  return typeof stored === 'string' || Object.keys(stored.values).length === 0 ? null : stored;
}

function messageOf({ message, said }: { message: string; said: StoredSentence | null }): Message {
  return said === null ? message : fromStored(said);
}

const SEVERITIES: readonly Severity[] = ['error', 'warning'];

/** Problems by row, file-level problems first. */
export async function listProblems(
  db: Queryable,
  importId: string,
  page: { readonly limit: number; readonly offset: number; readonly severity?: string | undefined },
): Promise<{ problems: LocatedProblem[]; total: number }> {
  const severities = SEVERITIES.filter(
    (severity) => page.severity === undefined || severity === page.severity,
  );
  const { total } = await db
    .selectFrom('import_problems')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('import_id', '=', importId)
    .where('severity', 'in', severities)
    .executeTakeFirstOrThrow();
  // Each severity in index order, so that no rows beyond the page are read.
  const kinds = severities.map(
    (severity) => sql`(
      select * from import_problems where import_id = ${importId} and severity = ${severity}
      order by row_number nulls first, seq limit ${page.offset + page.limit}
    )`,
  );
  const { rows } = await sql<Selectable<ImportProblemTable>>`
    select * from (${sql.join(kinds, sql` union all `)}) found
    order by row_number nulls first, seq limit ${page.limit} offset ${page.offset}`.execute(db);
  const problems = rows.map((row) => ({
    row: row.row_number,
    externalId: row.external_id,
    column: row.column_name,
    field: row.field,
    value: row.value,
    severity: row.severity,
    code: row.code as RowProblem['code'],
    message: messageOf(row),
    suggestion: row.suggestion,
  }));
  return { problems, total };
}

/** Problems that several rows share, because the column has the same value. */
export interface ProblemGroup extends RowProblem {
  readonly rows: number;
}

/** Groups with the most rows first. File-level problems have no group. */
export async function listProblemGroups(
  db: Queryable,
  importId: string,
  page: { readonly limit: number; readonly offset: number; readonly severity?: string | undefined },
): Promise<{ groups: ProblemGroup[]; total: number }> {
  const { severity = null } = page;
  const { rows } = await sql<{
    column_name: string | null;
    field: string | null;
    value: string | null;
    severity: RowProblem['severity'] | null;
    code: RowProblem['code'];
    message: string;
    said: StoredSentence | null;
    suggestion: string | null;
    rows: number;
    total: number;
  }>`
    with groups as materialized (
      select column_name, field, value, severity, code, min(message) as message,
        (array_agg(said order by message))[1] as said, min(suggestion) as suggestion,
        count(distinct row_number)::int as rows
      from import_problems
      where import_id = ${importId} and row_number is not null and severity in (${sql.join(severity === null ? SEVERITIES : [severity])})
      group by column_name, field, value, severity, code
    ), page as (
      select * from groups order by severity, rows desc, column_name nulls last, value nulls last, field, code
      limit ${page.limit} offset ${page.offset}
    )
    select page.*, counted.total from (select count(*)::int as total from groups) counted left join page on true
    order by severity, rows desc, column_name nulls last, value nulls last, field, code`.execute(db);
  const groups = rows.flatMap(({ column_name: column, severity, message, said, total: _total, ...row }) =>
    severity === null ? [] : [{ ...row, message: messageOf({ message, said }), severity, column }],
  );
  return { groups, total: rows[0]?.total ?? 0 };
}

export interface FailedRow {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly errors: readonly RowError[];
}

export type RowError = Pick<RowProblem, 'code' | 'column' | 'field' | 'message' | 'suggestion'>;

/** Rejected rows with their errors, after a row number. */
export async function listFailedRows(
  db: Queryable,
  importId: string,
  after: number,
  limit: number,
): Promise<FailedRow[]> {
  const { rows } = await sql<{
    row_number: number;
    cells: Record<string, string>;
    errors: (Omit<RowError, 'message'> & { message: string; said: StoredSentence | null })[] | null;
  }>`
    select r.row_number, r.cells,
      (select jsonb_agg(
          jsonb_build_object('code', p.code, 'column', p.column_name, 'field', p.field, 'message', p.message,
            'said', p.said, 'suggestion', p.suggestion)
          order by p.seq)
       from import_problems p
       where p.import_id = r.import_id and p.row_number = r.row_number and p.severity = 'error') as errors
    from import_failed_rows r
    where r.import_id = ${importId} and r.row_number > ${after}
    order by r.row_number
    limit ${limit}`.execute(db);
  return rows.map((row) => ({
    number: row.row_number,
    cells: row.cells,
    errors: (row.errors ?? []).map(({ said, ...error }) => ({
      ...error,
      message: messageOf({ message: error.message, said }),
    })),
  }));
}
