import { sql } from 'kysely';
import { DAY_MS, addMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import './tables.ts';

export const RETENTION_DAYS = 30;

/** Rows per batch: few, so that no lock is held long. */
const BATCH = 1000;

/** Removes old deliveries and everything of deleted webhooks; stops early when the signal aborts. */
export async function purgeDeliveries(db: Database, now: Date, signal: AbortSignal): Promise<void> {
  const cutoff = addMs(now, -RETENTION_DAYS * DAY_MS);
  const steps = [
    () => purgeDeleted(db),
    () => deleteBatch(db, 'webhook_attempts', sql`created_at < ${cutoff}`),
    () => deleteBatch(db, 'webhook_deliveries', sql`created_at < ${cutoff} and state <> 'pending'`),
    () =>
      deleteBatch(
        db,
        'webhook_payloads',
        sql`created_at < ${cutoff}
          and not exists (select from webhook_deliveries d where d.event_id = webhook_payloads.event_id)`,
      ),
  ];
  for (const step of steps) {
    while (!signal.aborted && (await step()) === BATCH);
  }
}

async function deleteBatch(
  db: Database,
  table: 'webhook_attempts' | 'webhook_deliveries' | 'webhook_payloads',
  condition: ReturnType<typeof sql>,
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where ctid in (
      select ctid from ${sql.table(table)} where ${condition} limit ${BATCH} for update skip locked
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Removes log entries, then deliveries with payloads that nothing else needs, and finally the webhooks themselves. */
async function purgeDeleted(db: Database): Promise<number> {
  const ofDeleted = sql`webhook_id in (select id from webhooks where deleted_at is not null)`;
  const attempts = await deleteBatch(db, 'webhook_attempts', ofDeleted);
  if (attempts === BATCH) return BATCH;
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ event_id: string }>`
      delete from webhook_deliveries where ctid in (
        select ctid from webhook_deliveries where ${ofDeleted} limit ${BATCH} for update skip locked
      ) returning event_id`.execute(trx);
    await sql`
      delete from webhook_payloads p where p.event_id = any(${rows.map((row) => row.event_id)}::text[])
        and not exists (select from webhook_deliveries d where d.event_id = p.event_id)`.execute(trx);
    if (rows.length < BATCH) {
      await sql`
        delete from webhooks w where w.deleted_at is not null
          and not exists (select from webhook_deliveries d where d.webhook_id = w.id)
          and not exists (select from webhook_attempts a where a.webhook_id = w.id)`.execute(trx);
    }
    return rows.length;
  });
}
