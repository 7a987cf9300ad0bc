import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

/** Every process listens here and reads the taxonomy again when its version has risen. */
export const TAXONOMY_CHANNEL = 'fifthwheel_taxonomy';

/**
 * Raises the version of the taxonomy and, once this commits, tells every process. The row stays locked until then, so
 * changes of the taxonomy happen one after another.
 */
export async function raiseTaxonomyVersion(trx: Transaction): Promise<void> {
  await sql`update taxonomy_version set version = version + 1`.execute(trx);
  await sql`select pg_notify(${TAXONOMY_CHANNEL}, '')`.execute(trx);
}
