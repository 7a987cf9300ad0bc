import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction, recordCreated, type Transaction } from '../../../platform/db/transaction.ts';
import {
  AppError,
  type ErrorDetail,
  invalidField,
  PROBLEMS_MAX,
} from '../../../platform/errors/app-error.ts';
import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import type { SellerListingActor } from '../lifecycle/lifecycle-table.ts';
import { lockNamedRows, lockRowByNumber, countSlots, listNamedOnMarket } from '../listings.repository.ts';
import type { ListingBody } from '../record/listing-body.ts';
import { recordFromBody, replacedRecord, stockNumber } from '../record/record.ts';
import type { ListingRecord } from '../record/fields.ts';
import { assertMatches } from '../../../platform/http/request/version.ts';
import { retryAfterKeyConflict } from '../writing/key-conflict.ts';
import type { RecordWrites, Written } from '../writing/record-writes.ts';
import type { Transitions } from '../writing/transitions.ts';
import type { StoredResult } from './batch-schemas.ts';
import { OperationRun } from './operations.ts';
import { t, toStored } from '../../../platform/errors/sentence.ts';
import { Service } from '../../../platform/service.ts';

interface StockServiceParts {
  readonly db: Database;
  readonly records: RecordWrites;
  readonly transitions: Transitions;
}

/** Operations between two yields to the event loop. */
const TURN_OPERATIONS = 20;

type UncheckedOperation = Readonly<Record<string, unknown>>;

export interface Batch {
  /** Operations are checked when they run. */
  readonly operations: readonly UncheckedOperation[];
  /** All operations succeed or none. */
  readonly isAtomic: boolean;
  /** Allows removing more than half of the live listings from the market. */
  readonly isRemovalConfirmed: boolean;
  /** Error for deletions if the caller may not delete. */
  readonly deleteRefusal: AppError | null;
}

/** Writes by stock number, and batches of writes. */
export class StockService extends Service<StockServiceParts> {
  /** Replaces the listing with this stock number, or creates it. */
  put(
    actor: SellerListingActor,
    externalId: string,
    body: ListingBody & { publish?: boolean },
    ifMatch: string | null,
  ): Promise<{ written: Written; isNew: boolean }> {
    const { db, records } = this.parts;
    const { publish = false, imageUrls = null } = body;
    const { externalId: named = null } = body;
    if (typeof named === 'string' && stockNumber(named) !== stockNumber(externalId))
      throw invalidField('externalId', t('is not the stock number of the path'));
    const numbered = { ...body, externalId };
    const options = { publish, imageUrls, looksUpKeys: true };
    const work = async (trx: Transaction): Promise<{ written: Written; isNew: boolean }> => {
      const shared = await records.begin(trx, actor);
      const row = await lockRowByNumber(trx, actor.sellerId, externalId);
      if (row === undefined) {
        assertAbsent(ifMatch);
        const written = await records.insert(trx, shared, { written: recordFromBody(numbered), ...options });
        return { written, isNew: true };
      }
      assertMatches(row, ifMatch);
      const toRecord = (current: ListingRecord) => replacedRecord(current, numbered);
      return { written: await records.edit(trx, shared, row, { toRecord, ...options }), isNew: false };
    };
    return retryAfterKeyConflict(() => inTransaction(db, work));
  }

  /** Runs the operations in order in one transaction; each sees the effect of the previous ones. */
  batch(actor: SellerListingActor, batch: Batch): Promise<StoredResult[]> {
    const { db, records, transitions } = this.parts;
    const work = async (trx: Transaction): Promise<StoredResult[]> => {
      const shared = await records.begin(trx, actor);
      const rows = await lockNamedRows(trx, actor.sellerId, namesIn(batch.operations));
      if (!batch.isRemovalConfirmed) await assertNoMassRemoval(trx, actor.sellerId, batch.operations);
      const run = new OperationRun(
        { records, transitions, shared, deleteRefusal: batch.deleteRefusal },
        rows,
      );
      const results: StoredResult[] = [];
      const refusals: (readonly [index: number, error: AppError])[] = [];
      for (const [index, operation] of batch.operations.entries()) {
        try {
          results.push({ index, ...(await run.apply(trx, operation)) });
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          refusals.push([index, error]);
          results.push({ index, ...refused(operation, error) });
        }
        if (index % TURN_OPERATIONS === TURN_OPERATIONS - 1) await nextTurn();
      }
      if (batch.isAtomic && refusals.length > 0) throw refusalOfAll(refusals);
      await run.flush(trx);
      // Stored as the response to a retry, even after a crash.
      recordCreated(trx, JSON.stringify(results));
      return results;
    };
    return retryAfterKeyConflict(() => inTransaction(db, work));
  }
}

function assertAbsent(ifMatch: string | null): void {
  if (ifMatch === null) return;
  throw new AppError(
    'VERSION_CONFLICT',
    t('You have no listing with this stock number, so it has no version.'),
  );
}

function refused({ id, externalId }: UncheckedOperation, error: AppError): Omit<StoredResult, 'index'> {
  const { code, sentence: said, details = [] } = error;
  const stored = details.map((detail) => ({ ...detail, message: toStored(detail.message) }));
  return {
    status: error.status,
    id: typeof id === 'string' ? id : null,
    externalId: typeof externalId === 'string' ? externalId : null,
    state: null,
    version: null,
    warnings: [],
    error: { code, message: toStored(said), ...(stored.length === 0 ? {} : { details: stored }) },
  };
}

/** Combines the errors of an atomic batch; each problem has the number of its operation. */
function refusalOfAll(refusals: readonly (readonly [index: number, error: AppError])[]): AppError {
  const details = refusals.flatMap(([index, { sentence: said, details: own }]): readonly ErrorDetail[] => {
    const place = `operations[${index}]`;
    if (own === undefined || own.length === 0) return [{ field: place, message: said }];
    return own.map((detail) => ({ ...detail, field: `${place}.${detail.field}` }));
  });
  const codes = new Set<ErrorCode>(refusals.map(([, { code }]) => code));
  const [code = 'VALIDATION_ERROR'] = codes.size === 1 ? codes : [];
  const numbers = refusals.map(([index]) => index).join(', ');
  return new AppError(code, t('Nothing was written: operations {numbers} cannot be done.', { numbers }), {
    details: details.slice(0, PROBLEMS_MAX),
  });
}

const REMOVALS: ReadonlySet<unknown> = new Set(['unpublish', 'withdraw', 'markSold', 'delete']);
/** As for full imports: a request that removes a larger share is more likely a mistake. */
const SHARE_MAX = 0.5;

/**
 * Rejects a batch that would remove more than half of the live listings from the market. A single vehicle is allowed,
 * even the last one.
 */
async function assertNoMassRemoval(
  trx: Transaction,
  sellerId: string,
  operations: readonly UncheckedOperation[],
): Promise<void> {
  const removals = operations.filter(({ op }) => REMOVALS.has(op));
  if (removals.length < 2) return;
  const leaving = await listNamedOnMarket(trx, sellerId, namesIn(removals));
  if (leaving.length < 2) return;
  const live = await countSlots(trx, sellerId);
  if (leaving.length <= live * SHARE_MAX) return;
  throw invalidField(
    'confirmMassRemoval',
    t('must be true to take {count} of {all} live listings off the marketplace in one request', {
      count: leaving.length,
      all: live,
    }),
  );
}

/** Returns the names in unchecked operations. The ID takes precedence over the stock number. */
function namesIn(operations: readonly UncheckedOperation[]): {
  readonly idsOrSlugs: readonly string[];
  readonly externalIds: readonly string[];
} {
  const text = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
  return {
    idsOrSlugs: operations.flatMap(({ id }) => text(id)),
    externalIds: operations.flatMap(({ id, externalId }) => (id === undefined ? text(externalId) : [])),
  };
}
