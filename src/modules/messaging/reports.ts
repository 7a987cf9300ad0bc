import type { Static } from 'typebox';
import type { UserActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, noteCreated, type Transaction } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { ConversationRow } from './conversations.repository.ts';
import { listMessages, type MessageRow } from './messages.repository.ts';
import type { ReportData } from './schemas.ts';
import { getMessage, type PlacedMessage } from './placed-message.ts';
import { assertMayWrite } from './sides.ts';
import type { ReportReason } from './tables.ts';
import './tables.ts';

const MESSAGE_REPORT = 'message';

/** How much of the conversation an administrator gets to see before and after what is reported. */
const CONTEXT_MESSAGES = 5;

export class Reports {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(parts: { db: Database; clock: Clock }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
  }

  /** Keeps the message and its context as they were, whatever becomes of them. */
  async reportMessage(
    actor: UserActor,
    messageId: string,
    report: { readonly reason: ReportReason; readonly details?: string },
  ): Promise<Static<typeof ReportData>['report']> {
    const now = this.#clock.now();
    const id = newId('rpt', now);
    await inTransaction(this.#db, async (trx) => {
      const { conversation, message } = await findReported(trx, actor, messageId);
      await trx
        .insertInto('reports')
        .values({
          id,
          kind: MESSAGE_REPORT,
          subject_id: messageId,
          reporter_id: actor.userId,
          reported_user_id: message.sender_id,
          reason: report.reason,
          details: report.details ?? null,
          context: JSON.stringify(await contextOf(trx, conversation, message)),
          created_at: now,
        })
        .execute();
      noteCreated(trx, id);
    }).catch((error: unknown) => {
      if (isUniqueViolation(error, 'reports_open_key'))
        throw new AppError('ALREADY_EXISTS', 'You have already reported this message; it is being reviewed.');
      throw error;
    });
    return this.get(actor, id);
  }

  /** One's own. */
  async get(actor: UserActor, id: string): Promise<Static<typeof ReportData>['report']> {
    const row = await this.#db
      .selectFrom('reports')
      .select(['subject_id', 'reason', 'details', 'status', 'created_at'])
      .where('id', '=', id)
      .where('reporter_id', '=', actor.userId)
      .executeTakeFirst();
    if (row === undefined) throw notFound('report');
    const { subject_id, reason, details, status, created_at } = row;
    return { id, message_id: subject_id, reason, details, status, created_at: created_at.toISOString() };
  }
}

async function findReported(trx: Transaction, actor: UserActor, messageId: string): Promise<PlacedMessage> {
  const { conversation, message } = await getMessage(trx, actor, messageId);
  assertMayWrite(actor, conversation.side);
  if (message.sender_side === conversation.side)
    throw new AppError('FORBIDDEN', 'Only messages from the other side can be reported.');
  return { conversation, message };
}

async function contextOf(
  trx: Transaction,
  conversation: ConversationRow,
  message: MessageRow,
): Promise<Record<string, unknown>> {
  const around = await listMessages(trx, conversation.id, {
    seqMax: message.seq + CONTEXT_MESSAGES,
    clearedSeq: Math.max(conversation.cleared_seq, message.seq - CONTEXT_MESSAGES - 1),
    limit: 2 * CONTEXT_MESSAGES + 1,
  });
  return {
    conversationId: conversation.id,
    listing: { id: conversation.listing_id, title: conversation.listing_title },
    buyer: { id: conversation.buyer_id, name: conversation.buyer_name },
    seller: { id: conversation.seller_id, name: conversation.seller_name },
    messages: around.toReversed().map((row) => ({
      id: row.id,
      senderId: row.sender_id,
      senderSide: row.sender_side,
      content: row.content,
      warning: row.warning,
      attachment: row.filename,
      sentAt: row.sent_at.toISOString(),
      isReported: row.id === message.id,
    })),
  };
}
