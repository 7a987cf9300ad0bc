import { type AppError, unavailable } from './app-error.ts';
import { systemErrorCode } from './system-error.ts';
import { t } from './sentence.ts';

/** Why nothing can be stored, for the log: codes of the file system and of PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk of DATA_DIR is full',
  EDQUOT: 'DATA_DIR is over its quota',
  EROFS: 'the disk of DATA_DIR is read-only',
  '53100': 'the disk of the database is full',
  '25006': 'the database is read-only',
};

const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const RETRY_AFTER_SECONDS = 5;

/** Returns why data cannot be stored; null for any other error. */
export function storageProblem(error: unknown): string | null {
  return REASONS[systemErrorCode(error) ?? ''] ?? null;
}

/** Returns the error for a request whose file or row cannot be written; null for any other error. */
export function storageError(error: unknown): AppError | null {
  if (storageProblem(error) === null) return null;
  const message = NO_ROOM.has(systemErrorCode(error))
    ? t('The file storage is full at the moment. Try again later.')
    : t('The server cannot store data at the moment. Try again later.');
  return unavailable(message, RETRY_AFTER_SECONDS, error);
}
