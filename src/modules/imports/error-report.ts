import { Readable } from 'node:stream';
import { CSV_LIMITS, csvLine } from '@fifthwheel/text/csv-reader';
import { entryOf } from '@fifthwheel/text/entry-of';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../platform/db/transaction.ts';
import { type Localize, localizerFor } from '../../platform/errors/localize.ts';
import { type ImportRow, findImport } from './imports.repository.ts';
import { REPORT_COLUMNS } from './presets/shared-rules.ts';
import { type FailedRow, listFailedRows, type RowError } from './problems.repository.ts';
import { markedText } from './values/marks.ts';
import { t } from '../../platform/errors/sentence.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import { found } from '../../platform/errors/app-error.ts';
import { acceptedLanguages } from '../../platform/http/request/languages.ts';
import { isId } from '../../platform/ids.ts';
import type { Wording } from '../../platform/wording.ts';

const CHUNK_ROWS = 100;
/** The report adds columns, so the file may have fewer. */
const COLUMNS_MAX = CSV_LIMITS.columnsMax - REPORT_COLUMNS.length;

export function reportName({ id }: ImportRow): string {
  return `${id}-errors.csv`;
}

/**
 * Streams the rejected rows with their numbers and problems. Columns and separator are those of the file, so that a
 * corrected report can be imported as it is.
 */
export function errorReport(db: Queryable, job: ImportRow, localize: Localize): Readable {
  return Readable.from(reportLines(db, job, localize), { objectMode: false });
}

async function* reportLines(db: Queryable, job: ImportRow, localize: Localize): AsyncGenerator<string> {
  const format = job.file_format;
  const isXml = format?.format === 'xml';
  const delimiter = isXml || format === null ? ',' : format.delimiter;
  const columns = isXml ? await columnsOf(db, job.id) : (format?.columns ?? []);
  // A file without a header gets a report without one, because it would be read as a vehicle.
  yield '\ufeff';
  if (isXml || format?.hasHeader !== false) yield csvLine([...columns, ...REPORT_COLUMNS], delimiter);
  for await (const rows of failedRows(db, job.id)) {
    yield rows
      .map((row) =>
        csvLine(
          [
            ...columns.map((column) => cell(entryOf(row.cells, column) ?? '')),
            String(row.number),
            cell(row.errors.map((error) => errorText(error, localize)).join(' | ')),
          ],
          delimiter,
        ),
      )
      .join('');
  }
}

/** `CODE: column: what is wrong (did you mean "…"?)` */
function errorText(error: RowError, localize: Localize): string {
  const { code, column, suggestion } = error;
  const message = localize(error.message);
  const place = column === null || message.startsWith(`${column}:`) ? '' : `${column}: `;
  const hint =
    suggestion === null ? '' : ` (${localize(t('did you mean "{meant}"?', { meant: suggestion }))})`;
  return `${code}: ${place}${message}${hint}`;
}

/**
 * Keeps cells as in the file. Only text that would run as a formula gets an apostrophe, and only if it has none yet.
 */
function cell(text: string): string {
  const isMarked = text.startsWith("'") || text.startsWith('\\');
  return isMarked ? text : markedText(text);
}

async function* failedRows(db: Queryable, importId: string): AsyncGenerator<FailedRow[]> {
  let after = 0;
  for (;;) {
    const rows = await listFailedRows(db, importId, after, CHUNK_ROWS);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK_ROWS) return;
    after = rows.at(-1)?.number ?? after;
  }
}

/**
 * Collects the columns of XML rows, which differ from row to row, in the order of their first appearance, up to the
 * limit of a file.
 */
async function columnsOf(db: Queryable, importId: string): Promise<string[]> {
  const columns = new Set<string>();
  for await (const rows of failedRows(db, importId)) {
    for (const row of rows)
      for (const column of Object.keys(row.cells)) if (columns.size < COLUMNS_MAX) columns.add(column);
  }
  return [...columns];
}

const PURPOSE = 'import-report';
const PATH = '/bulk-import/report';

/**
 * Returns the URL of the rejected rows as CSV, for the result's email recipients, who may have no account. Valid as
 * long as the report is kept.
 */
export function reportUrl(baseUrl: string, keys: Keys, importId: string): string {
  return `${baseUrl}${PATH}?token=${keys.token(PURPOSE, importId)}`;
}

/** Serves the URL of `reportUrl`; 404 for a forged token or a deleted import. */
export function serveReports(
  app: FastifyInstance,
  { db, keys, wording }: { readonly db: Queryable; readonly keys: Keys; readonly wording: Wording },
): void {
  app.get(PATH, { config: { rateLimit: 'general' } }, async (request, reply) => {
    const importId = importOf(keys, request.query);
    const job = found('report', importId === null ? undefined : await findImport(db, importId));
    const languages = acceptedLanguages(request.headers['accept-language'] ?? null);
    return reply
      .headers({
        'content-disposition': `attachment; filename="${reportName(job)}"`,
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      })
      .type('text/csv; charset=utf-8')
      .send(errorReport(db, job, localizerFor(languages, wording)));
  });
}

function importOf(keys: Keys, query: unknown): string | null {
  const { token } = query as { token?: unknown };
  if (typeof token !== 'string') return null;
  const importId = keys.readToken(PURPOSE, token);
  return importId !== null && isId('imp', importId) ? importId : null;
}
