import type { Database } from '../../../platform/db/database.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ListingRecord } from '../record/fields.ts';
import { findKeyHolder } from '../listings.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

const keys = [
  { constraint: 'listings_seller_vin_key', column: 'vin', field: 'vin', name: 'VIN' },
  {
    constraint: 'listings_seller_external_id_key',
    column: 'external_id',
    field: 'externalId',
    name: 'stock number',
  },
] as const;

type KeyName = (typeof keys)[number];

/** Runs a write; on a key conflict, throws an error that names the other listing. */
export async function withKeyConflicts<T>(
  db: Database,
  sellerId: string,
  written: () => ListingRecord | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const key = keyOfConflict(error);
    if (key === undefined) throw error;
    const value = written()?.[key.field] ?? null;
    const holder = value === null ? undefined : await findKeyHolder(db, sellerId, key.column, value);
    throw keyTaken(key, holder, error);
  }
}

/**
 * Checks the keys before anything is written. A concurrent edit can still take a key. `before`: the stored record,
 * whose keys are its own.
 */
export async function assertKeysFree(
  db: Queryable,
  sellerId: string,
  record: ListingRecord,
  before: ListingRecord | null,
): Promise<void> {
  for (const key of keys) {
    const value = record[key.field];
    if (value === null || value === before?.[key.field]) continue;
    const holder = await findKeyHolder(db, sellerId, key.column, value);
    if (holder !== undefined) throw keyTaken(key, holder);
  }
}

const TRIES_MAX = 3;

/** Runs a transaction, and repeats it if a key was taken between lookup and write. */
export async function retryAfterKeyConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const key = keyOfConflict(error);
      if (key === undefined) throw error;
      if (tries >= TRIES_MAX) throw keyTaken(key, undefined, error);
    }
  }
}

function keyOfConflict(error: unknown): KeyName | undefined {
  return keys.find(({ constraint }) => isUniqueViolation(error, constraint));
}

function keyTaken(key: KeyName, holder: string | undefined, cause?: unknown): AppError {
  if (holder === undefined)
    return new AppError(
      'ALREADY_EXISTS',
      t(`This ${key.name} is already used by another listing of yours.`),
      {
        details: [{ field: key.field, message: t('is already used by another listing of yours') }],
        cause,
      },
    );
  const values = { id: holder };
  return new AppError('ALREADY_EXISTS', t(`This ${key.name} is already used by your listing {id}.`, values), {
    details: [
      { field: key.field, message: t('is already used by your listing {id}', values), listingId: holder },
    ],
    cause,
  });
}
