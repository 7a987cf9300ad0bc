import type { Static } from 'typebox';
import type { UserActor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { forbidden } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { fileReport, getOwnReport, type OwnReport } from '../reports/index.ts';
import type { ConversationRow } from './conversations.repository.ts';
import { listMessages, type MessageRow } from './messages.repository.ts';
import type { ReportData } from './schemas.ts';
import { getMessage, type MessageInConversation } from './message-in-conversation.ts';
import { assertCanWrite } from './sides.ts';
import { t } from '../../platform/errors/sentence.ts';

type MessageReport = Static<typeof ReportData>['report'];

/** Number of messages before and after a reported message that administrators can see. */
const CONTEXT_MESSAGES = 5;

export class Reports extends Service<Pick<Platform, 'db' | 'clock'>> {
  /** Keeps the message and its context as they were, whatever becomes of them. */
  async reportMessage(
    actor: UserActor,
    messageId: string,
    report: { readonly reason: string; readonly details?: string },
  ): Promise<MessageReport> {
    return reportView(
      await fileReport(
        this.parts,
        actor,
        { kind: 'message', subjectId: messageId, ...report },
        async (trx) => {
          const { conversation, message } = await findReported(trx, actor, messageId);
          return { userId: message.sender_id, context: await contextOf(trx, conversation, message) };
        },
      ),
    );
  }

  async get(actor: UserActor, id: string): Promise<MessageReport> {
    return reportView(await getOwnReport(this.parts, actor, 'message', id));
  }
}

function reportView({ subject_id: message_id, created_at, ...report }: OwnReport): MessageReport {
  const reason = report.reason as MessageReport['reason'];
  return { ...report, message_id, reason, created_at: created_at.toISOString() };
}

async function findReported(
  trx: Transaction,
  actor: UserActor,
  messageId: string,
): Promise<MessageInConversation> {
  const { conversation, message } = await getMessage(trx, actor, messageId);
  assertCanWrite(actor, conversation.side);
  if (message.sender_side === conversation.side)
    throw forbidden(t('Only messages from the other participant can be reported.'));
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
      attachment: row.attachments[0]?.filename ?? null,
      attachments: row.attachments.map(({ filename }) => filename),
      sentAt: row.sent_at.toISOString(),
      isReported: row.id === message.id,
    })),
  };
}
