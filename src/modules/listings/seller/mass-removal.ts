import type { Transaction } from '../../../platform/db/transaction.ts';
import { invalidField } from '../../../platform/errors/app-error.ts';
import { countSlots, listNamedOnMarket } from '../listings.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

type UncheckedOperation = Readonly<Record<string, unknown>>;

const REMOVALS: ReadonlySet<unknown> = new Set(['unpublish', 'withdraw', 'markSold', 'delete']);
/** As for full imports: a request that removes more of the stock is more often a mistake than right. */
const SHARE_MAX = 0.5;

/**
 * Refuses a batch that would take more than half of the live listings off the market. One vehicle alone is a decision, also
 * if it is the last one.
 */
export async function assertNoMassRemoval(
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
    t('must be true to take {count} of {all} live listings off the market in one request', {
      count: leaving.length,
      all: live,
    }),
  );
}

/** Names of the listings that the operations are about, before these are checked. The id of an operation goes before its number. */
export function namesIn(operations: readonly UncheckedOperation[]): {
  readonly idsOrSlugs: readonly string[];
  readonly externalIds: readonly string[];
} {
  const text = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
  return {
    idsOrSlugs: operations.flatMap(({ id }) => text(id)),
    externalIds: operations.flatMap(({ id, externalId }) => (id === undefined ? text(externalId) : [])),
  };
}
