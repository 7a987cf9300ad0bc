import { expect, it } from 'vitest';
import type { ImportRow } from './imports.repository.ts';
import { resultMail } from './mail-templates.ts';

const job = {
  id: 'imp_1',
  status: 'completed',
  dry_run: false,
  filename: null,
  url: null,
  error: null,
  rows_total: 9,
  created_count: 1,
  updated_count: 2,
  unchanged_count: 3,
  removed_count: 4,
  skipped_count: 5,
  failed_count: 6,
  warning_count: 7,
} as unknown as ImportRow;
const mailOf = (changes: object, report: string | null = null) =>
  resultMail({ ...job, ...changes } as ImportRow, { to: 'a@b.example', language: 'en', report }, String);

it('the result of an import is mailed with its numbers', () => {
  expect(mailOf({}, 'https://market.example/report')).toEqual({
    to: 'a@b.example',
    language: 'en',
    name: 'import_completed',
    values: {
      file: 'imp_1',
      error: '',
      rows: '9',
      created: '1',
      updated: '2',
      unchanged: '3',
      removed: '4',
      skipped: '5',
      failed: '6',
      warnings: '7',
    },
    actionUrl: 'https://market.example/report',
  });
  expect(mailOf({}).actionUrl).toBeUndefined();
  expect(mailOf({ rows_total: null, error: { code: 'X', message: 'No such file.' } }).values).toMatchObject({
    rows: '0',
    error: 'No such file.',
  });
});

it('its email is called by how it ended, and the file by its name, or the host that it came from', () => {
  const names = [
    { status: 'completed_with_errors' },
    { status: 'failed' },
    { status: 'failed', dry_run: true },
    { dry_run: true },
    { status: 'completed_with_errors', dry_run: true },
  ].map((changes) => mailOf(changes).name);
  expect(names).toEqual([
    'import_completed_with_errors',
    'import_failed',
    'import_failed',
    'import_rehearsed',
    'import_rehearsed',
  ]);
  const file = (changes: object) => mailOf(changes).values['file'];
  expect(file({ filename: 'a\nb.csv', url: 'https://feeds.example/x' })).toBe('a b.csv');
  expect(file({ url: 'https://feeds.example/secret?token=1' })).toBe('feeds.example');
});
