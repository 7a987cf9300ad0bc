import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Returns false if the daily limit of the network is exceeded. */
export async function addRegistrationBytes(
  trx: Transaction,
  added: {
    readonly day: string;
    readonly network: Buffer;
    readonly bytes: number;
    readonly bytesMax: number;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into registration_bytes as r (day, network_hash, bytes)
    values (${added.day}::date, ${added.network}, ${added.bytes})
    on conflict (day, network_hash) do update set bytes = r.bytes + excluded.bytes
      where r.bytes + excluded.bytes <= ${added.bytesMax}
    returning bytes`.execute(trx);
  return rows.length > 0;
}
