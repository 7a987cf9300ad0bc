import type { SellerPlan } from '../billing/index.ts';

const MEGABYTE = 1024 * 1024;

/** Every plan can check files of this size, regardless of its daily limit. */
const ROWS_LEAST = 10_000;
/** For unlimited plans: known to be read in bounded memory and written within minutes. */
const ROWS_MAX = 200_000;
/** A row of a dealer's stock in the Fifthwheel format takes 1 to 2 KB, XML included. */
const ROWS_PER_MEGABYTE = 500;
const MEGABYTES_LEAST = 20;
const MEGABYTES_MAX = 200;
export const FILE_BYTES_MAX = MEGABYTES_MAX * MEGABYTE;

/** Largest file that a plan can import. */
export interface FileLimits {
  readonly plan: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Allows the rows of a day in one file, because a full import cannot be split. */
export function fileLimits({ name, limits }: Pick<SellerPlan, 'name' | 'limits'>): FileLimits {
  const rows = Math.min(ROWS_MAX, Math.max(ROWS_LEAST, limits.importRowsPerDay ?? ROWS_MAX));
  const megabytes = Math.min(MEGABYTES_MAX, Math.max(MEGABYTES_LEAST, Math.ceil(rows / ROWS_PER_MEGABYTE)));
  return { plan: name, rows, bytes: megabytes * MEGABYTE };
}

export function isLarge(rows: number): boolean {
  return rows > ROWS_LEAST;
}
