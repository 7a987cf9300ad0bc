import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

export interface TicketHolder {
  readonly session_id: string;
  readonly user_id: string;
}

/** Limit above the number of streams that a browser opens at a time; beyond it, the oldest tickets are deleted. */
const TICKETS_OF_SESSION_MAX = 20;

export async function insertTicket(
  trx: Transaction,
  ticket: { readonly session_id: string; readonly ticket_hash: Buffer; readonly expires_at: Date },
): Promise<void> {
  await sql`
    delete from stream_tickets where ticket_hash in (
      select ticket_hash from stream_tickets where session_id = ${ticket.session_id}
      order by expires_at desc offset ${TICKETS_OF_SESSION_MAX - 1}
    )`.execute(trx);
  await trx.insertInto('stream_tickets').values(ticket).execute();
}

/** Deletes the ticket, so that only one of several concurrent requests can use it. */
export async function consumeTicket(
  db: Database,
  ticketHash: Buffer,
  now: Date,
): Promise<TicketHolder | undefined> {
  const { rows } = await sql<TicketHolder & { expires_at: Date }>`
    delete from stream_tickets t using sessions s
    where t.ticket_hash = ${ticketHash} and s.id = t.session_id
    returning s.id as session_id, s.user_id, t.expires_at`.execute(db);
  const [row] = rows;
  return row === undefined || row.expires_at <= now ? undefined : row;
}
