import type { UserActor } from '../../../platform/actor.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated, type Transaction } from '../../../platform/db/transaction.ts';
import { alreadyExists, notFound } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { raiseTaxonomyVersion } from '../taxonomy.repository.ts';
import { stillExists, type Kind } from './change.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

export interface ChangeContext {
  readonly actor: UserActor;
  readonly origin: Origin;
}

interface ChangeRecord {
  readonly action: string;
  readonly subject: { readonly type: 'category' | 'brand' | 'feature'; readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Changes the taxonomy in a transaction with its audit entry and the new version, then refreshes the copy in memory;
 * returns the ID of the changed entry. Throws ALREADY_EXISTS for a slug, code or name in use.
 */
export async function changeTaxonomy(
  parts: { platform: Platform; taxonomy: Taxonomy },
  context: ChangeContext,
  work: (trx: Transaction, now: Date) => Promise<ChangeRecord>,
): Promise<string> {
  const { db, clock, audit } = parts.platform;
  try {
    const id = await inTransaction(db, async (trx) => {
      // First, for its lock: merging and reordering read several rows.
      await raiseTaxonomyVersion(trx);
      const record = await work(trx, clock.now());
      recordCreated(trx, record.subject.id);
      await audit.record(trx, { actor: context.actor, origin: context.origin, ...record });
      return record.subject.id;
    });
    await parts.taxonomy.refresh();
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) throw alreadyExists(t('This slug, code or name is already in use.'));
    throw error;
  }
}

/** Throws NOT_FOUND unless all of them can still be changed. */
export async function assertStillExists(
  trx: Transaction,
  kind: Kind,
  ...ids: readonly string[]
): Promise<void> {
  if (!(await stillExists(trx, kind, ...ids))) throw notFound(kind);
}
