import type { Say } from '../../platform/errors/said.ts';
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';
import type { ImportRow } from './imports.repository.ts';

const MAILS = [
  'import_completed',
  'import_completed_with_errors',
  'import_failed',
  'import_rehearsed',
] as const;
type MailName = (typeof MAILS)[number];

export const mailTexts: TextsByLanguage = {
  en: textsOf({
    subjects: {
      import_completed: 'Import completed',
      import_completed_with_errors: 'Import completed with errors',
      import_failed: 'Import failed',
      import_rehearsed: 'Dry run of an import: nothing was changed',
    },
    body:
      'File: {file}\n\n{error}\n\nRows: {rows}\nNew listings: {created}\nChanged: {updated}\nUnchanged: {unchanged}\n' +
      'Off the market: {removed}\nSkipped: {skipped}\nRejected rows: {failed}\nWarnings: {warnings}',
    action: 'Rejected rows and reasons',
    reason: 'You receive this email because your address was entered for the results of this import.',
  }),
  de: textsOf({
    subjects: {
      import_completed: 'Import abgeschlossen',
      import_completed_with_errors: 'Import mit Fehlern abgeschlossen',
      import_failed: 'Import fehlgeschlagen',
      import_rehearsed: 'Testlauf eines Imports: Es wurde nichts geändert',
    },
    body:
      'Datei: {file}\n\n{error}\n\nZeilen: {rows}\nNeue Inserate: {created}\nGeändert: {updated}\nUnverändert: {unchanged}\n' +
      'Offline genommen: {removed}\nÜbersprungen: {skipped}\nAbgelehnte Zeilen: {failed}\nWarnungen: {warnings}',
    action: 'Abgelehnte Zeilen und Gründe',
    reason:
      'Sie erhalten diese E-Mail, weil Ihre Adresse als Empfänger für das Ergebnis dieses Imports eingetragen ist.',
  }),
};

/** The mails differ in their subjects. */
function textsOf(words: {
  readonly subjects: Readonly<Record<MailName, string>>;
  readonly body: string;
  readonly action: string;
  readonly reason: string;
}): Record<string, string> {
  return Object.fromEntries(
    MAILS.flatMap((name) =>
      Object.entries({
        subject: words.subjects[name],
        body: words.body,
        action: words.action,
        reason: words.reason,
      }).map(([key, text]) => [`mails.${name}.${key}`, text] as const),
    ),
  );
}

export function resultMail(
  job: ImportRow,
  to: { readonly to: string; readonly language: string; readonly report: string | null },
  say: Say,
): TemplatedMail {
  const file = job.filename ?? (job.url === null ? job.id : new URL(job.url).hostname);
  return {
    to: to.to,
    language: to.language,
    name: nameOf(job),
    values: {
      file: file.replaceAll(/\s+/g, ' '),
      error: job.error === null ? '' : say(job.error.message),
      rows: String(job.rows_total ?? 0),
      created: String(job.created_count),
      updated: String(job.updated_count),
      unchanged: String(job.unchanged_count),
      removed: String(job.removed_count),
      skipped: String(job.skipped_count),
      failed: String(job.failed_count),
      warnings: String(job.warning_count),
    },
    ...(to.report === null ? {} : { actionUrl: to.report }),
  };
}

function nameOf({ status, dry_run: isDryRun }: ImportRow): MailName {
  if (status === 'failed') return 'import_failed';
  if (isDryRun) return 'import_rehearsed';
  return status === 'completed' ? 'import_completed' : 'import_completed_with_errors';
}
