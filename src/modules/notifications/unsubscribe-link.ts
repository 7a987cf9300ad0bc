import type { Keys } from '../../platform/crypto/keys.ts';
import { isId } from '../../platform/ids.ts';
import type { NoticeType } from '../../platform/notices.ts';
import { NOTICE_TYPES } from './notice-types.ts';

const PURPOSE = 'notification-unsubscribe';
export const UNSUBSCRIBE_PATH = '/notifications/unsubscribe';

export interface UnsubscribeTarget {
  readonly userId: string;
  readonly type: NoticeType;
  /** Unsubscribes only from notifications of this source, such as a saved search. */
  readonly sourceId?: string;
}

/** Works without sign-in and does not expire, because people keep emails for years. */
export function unsubscribeUrl(
  baseUrl: string,
  keys: Keys,
  { userId, type, sourceId }: UnsubscribeTarget,
): string {
  const payload = sourceId === undefined ? [userId, type] : [userId, type, sourceId];
  return `${baseUrl}${UNSUBSCRIBE_PATH}?token=${keys.token(PURPOSE, payload.join('.'))}`;
}

export function readUnsubscribeToken(keys: Keys, token: string): UnsubscribeTarget | null {
  const [userId = '', name = '', sourceId, ...rest] = keys.readToken(PURPOSE, token)?.split('.') ?? [];
  const type = NOTICE_TYPES.find((known) => known === name);
  if (rest.length > 0 || type === undefined || !isId('usr', userId)) return null;
  return sourceId === undefined ? { userId, type } : { userId, type, sourceId };
}
