import type { Platform } from '../../../platform/module.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { addMs, SECOND_MS } from '../../../platform/clock.ts';
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { forbidden } from '../../../platform/errors/app-error.ts';
import { insertTicket, consumeTicket, type TicketHolder } from './stream-tickets.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Lifetime of a ticket: enough to open a connection, but too short to be useful if found in a log. */
const TICKET_MS = 30 * SECOND_MS;

export interface StreamTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/** Issues a ticket for one connection of the signed-in user. */
export async function issueTicket(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { credential }: UserActor,
): Promise<StreamTicket> {
  if (credential.kind !== 'session')
    throw forbidden(t('Event streams are available to signed-in users only.'));
  const ticket = newToken('fwt_');
  const expiresAt = addMs(clock.now(), TICKET_MS);
  const { sessionId } = credential;
  await inTransaction(db, (trx) =>
    insertTicket(trx, {
      ticket_hash: hashToken(ticket),
      session_id: sessionId,
      expires_at: expiresAt,
    }),
  );
  return { ticket, expiresAt };
}

export function redeemTicket(db: Database, ticket: string, now: Date): Promise<TicketHolder | undefined> {
  return consumeTicket(db, hashToken(ticket), now);
}
