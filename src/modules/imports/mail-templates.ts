import type { Localize } from '../../platform/errors/localize.ts';
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { ImportRow } from './imports.repository.ts';
import { fromStored } from '../../platform/errors/sentence.ts';

type MailName = 'import_completed' | 'import_completed_with_errors' | 'import_failed' | 'import_rehearsed';

export function resultMail(
  job: ImportRow,
  to: { readonly to: string; readonly language: string; readonly report: string | null },
  localize: Localize,
): TemplatedMail {
  const file = job.filename ?? (job.url === null ? job.id : new URL(job.url).hostname);
  return {
    to: to.to,
    language: to.language,
    name: nameOf(job),
    values: {
      file: file.replaceAll(/\s+/g, ' '),
      error: job.error === null ? '' : localize(fromStored(job.error.message)),
      rows: String(job.rows_total ?? 0),
      created: String(job.created_count),
      updated: String(job.updated_count),
      unchanged: String(job.unchanged_count),
      removed: String(job.removed_count),
      skipped: String(job.skipped_count),
      failed: String(job.failed_count),
      warnings: String(job.warning_count),
    },
    actionUrl: to.report ?? undefined,
  };
}

function nameOf({ status, dry_run: isDryRun }: ImportRow): MailName {
  if (status === 'failed') return 'import_failed';
  if (isDryRun) return 'import_rehearsed';
  return status === 'completed' ? 'import_completed' : 'import_completed_with_errors';
}
