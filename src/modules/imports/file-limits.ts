import type { SellerPlan } from '../billing/index.ts';

const MEGABYTE = 1024 * 1024;

/** Any plan may have as many checked, whatever it may import a day. */
const ROWS_LEAST = 10_000;
/** Of plans without a limit: what is known to be read in bounded memory, and written within minutes. */
const ROWS_MAX = 200_000;
/** The stock of a dealer in our own format, XML included, has 1 to 2 KB a row. */
const ROWS_PER_MEGABYTE = 500;
const MEGABYTES_LEAST = 20;
const MEGABYTES_MAX = 200;
export const FILE_BYTES_MAX = MEGABYTES_MAX * MEGABYTE;

/** How large a file a plan imports at once. */
export interface FileLimits {
  readonly plan: string;
  readonly rows: number;
  readonly bytes: number;
}

/** As many rows as the plan has for a day, since a full import cannot be split. */
export function fileLimits({ name, limits }: Pick<SellerPlan, 'name' | 'limits'>): FileLimits {
  const rows = Math.min(ROWS_MAX, Math.max(ROWS_LEAST, limits.importRowsPerDay ?? ROWS_MAX));
  const megabytes = Math.min(MEGABYTES_MAX, Math.max(MEGABYTES_LEAST, Math.ceil(rows / ROWS_PER_MEGABYTE)));
  return { plan: name, rows, bytes: megabytes * MEGABYTE };
}

/** Takes minutes to write. */
export function isLarge(rows: number): boolean {
  return rows > ROWS_LEAST;
}
