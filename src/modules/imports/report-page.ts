import type { FastifyInstance } from 'fastify';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { found } from '../../platform/errors/app-error.ts';
import { sayIn } from '../../platform/errors/said.ts';
import { acceptedLanguages } from '../../platform/http/request/languages.ts';
import { isId } from '../../platform/ids.ts';
import type { Wording } from '../../platform/wording.ts';
import { errorReport, reportName } from './error-report.ts';
import { findImport } from './imports.repository.ts';

const PURPOSE = 'import-report';
const PATH = '/bulk-import/report';

/**
 * The rejected rows of an import as CSV, for the addresses named for its result, which need no account. Works as
 * long as the report is kept.
 */
export function reportUrl(baseUrl: string, keys: Keys, importId: string): string {
  return `${baseUrl}${PATH}?token=${keys.token(PURPOSE, importId)}`;
}

/** Serves what `reportUrl` names; 404 for a forged token or an import that is gone. */
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
      .send(errorReport(db, job, sayIn(languages, wording)));
  });
}

function importOf(keys: Keys, query: unknown): string | null {
  const { token } = query as { token?: unknown };
  if (typeof token !== 'string') return null;
  const importId = keys.readToken(PURPOSE, token);
  return importId !== null && isId('imp', importId) ? importId : null;
}
