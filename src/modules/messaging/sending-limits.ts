import { DAY_MS, addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import type { Settings } from '../settings/index.ts';
import {
  type ConversationToWriteTo,
  findNthBegunSince,
  type SendingRate,
} from './conversations.repository.ts';
import { CONTENT_MAX } from './schemas.ts';
import { characterCount } from './template-text.ts';
import { t } from '../../platform/errors/sentence.ts';

/** What `assertMessageRate` needs counted. */
export function messageRate(settings: Settings, senderId: string, now: Date): SendingRate {
  return {
    senderId,
    since: addMs(now, -MINUTE_MS),
    messagesMax: settings.get('messaging.messagesPerMinute'),
  };
}

export function assertMessageRate(conversation: ConversationToWriteTo, rate: SendingRate, now: Date): void {
  if (conversation.rate_reached_at === null) return;
  const waitMs = addMs(conversation.rate_reached_at, MINUTE_MS).getTime() - now.getTime();
  const waitSeconds = secondsOf(waitMs);
  throw rateLimited(
    t('You can send {max} messages per minute. Try again in {seconds} seconds.', {
      max: rate.messagesMax,
      seconds: waitSeconds,
    }),
    { limit: rate.messagesMax, waitSeconds },
  );
}

/** Call it under `lockSender`. */
export async function assertConversationRate(
  trx: Transaction,
  settings: Settings,
  userId: string,
  now: Date,
): Promise<void> {
  const conversationsMax = settings.get('messaging.newConversationsPerDay');
  const since = addMs(now, -DAY_MS);
  const begunAt = await findNthBegunSince(trx, userId, since, conversationsMax);
  if (begunAt === undefined) return;
  const waitMs = addMs(begunAt, DAY_MS).getTime() - now.getTime();
  const waitSeconds = secondsOf(waitMs);
  throw rateLimited(
    t('You can start {max} conversations per day. Try again in {seconds} seconds.', {
      max: conversationsMax,
      seconds: waitSeconds,
    }),
    { limit: conversationsMax, waitSeconds },
  );
}

function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / SECOND_MS));
}

export function assertContent(field: string, content: string): void {
  if (content.trim() === '') throw invalidField(field, t('must not be empty'));
  if (characterCount(content) > CONTENT_MAX)
    throw invalidField(field, t('must have at most {max} characters', { max: CONTENT_MAX }));
}
