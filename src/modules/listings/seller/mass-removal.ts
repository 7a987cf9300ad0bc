import type { Transaction } from '../../../platform/db/transaction.ts';
import { invalidField } from '../../../platform/errors/app-error.ts';
import { countSlots, listNamedOnMarket } from '../listings.repository.ts';

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
  operations: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const removals = operations.filter(({ op }) => REMOVALS.has(op));
  if (removals.length < 2) return;
  const text = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
  const leaving = await listNamedOnMarket(trx, sellerId, {
    idsOrSlugs: removals.flatMap(({ id }) => text(id)),
    externalIds: removals.flatMap(({ id, externalId }) => (id === undefined ? text(externalId) : [])),
  });
  if (leaving.length < 2) return;
  const live = await countSlots(trx, sellerId);
  if (leaving.length <= live * SHARE_MAX) return;
  throw invalidField(
    'confirmMassRemoval',
    `must be true to take ${leaving.length} of ${live} live listings off the market in one request`,
  );
}
