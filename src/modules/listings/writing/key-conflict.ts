import type { Database } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ListingRecord } from '../record/fields.ts';
import { findKeyHolder } from '../listings.repository.ts';

const keys = [
  { constraint: 'listings_seller_vin_key', column: 'vin', field: 'vin', name: 'VIN' },
  {
    constraint: 'listings_seller_external_id_key',
    column: 'external_id',
    field: 'externalId',
    name: 'stock number',
  },
] as const;

/** Runs a write; throws a refusal that names the other listing when it has the same key. */
export async function withKeyConflicts<T>(
  db: Database,
  sellerId: string,
  written: () => ListingRecord | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const key = keys.find(({ constraint }) => isUniqueViolation(error, constraint));
    if (key === undefined) throw error;
    const value = written()?.[key.field] ?? null;
    const holder = value === null ? undefined : await findKeyHolder(db, sellerId, key.column, value);
    const where = holder === undefined ? 'another listing of yours' : `your listing ${holder}`;
    throw new AppError('ALREADY_EXISTS', `This ${key.name} is already used by ${where}.`, {
      details: [{ field: key.field, message: `is already used by ${where}` }],
      cause: error,
    });
  }
}
