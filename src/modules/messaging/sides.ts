import { hasTeamRole, type UserActor } from '../../platform/actor.ts';
import { forbidden } from '../../platform/errors/app-error.ts';
import { t } from '../../platform/errors/sentence.ts';

export const SIDES = ['buyer', 'seller'] as const;
export type Side = (typeof SIDES)[number];

/** Specification "Message". */
export const MESSAGE_TYPES = ['text', 'image', 'document', 'quick_reply'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const MESSAGE_WARNINGS = ['contact_data', 'payment_risk'] as const;
export type MessageWarning = (typeof MESSAGE_WARNINGS)[number];

/** The reader of conversations: a user, who may also belong to a seller. */
export interface Viewer {
  readonly userId: string;
  readonly sellerId: string | null;
}

export function viewerOf(actor: UserActor): Viewer {
  return { userId: actor.userId, sellerId: actor.seller?.sellerId ?? null };
}

export function otherSide(side: Side): Side {
  return side === 'buyer' ? 'seller' : 'buyer';
}

/** The columns that exist once for each side. */
export const SIDE_COLUMNS = {
  buyer: {
    unread: 'buyer_unread',
    clearedSeq: 'buyer_cleared_seq',
    archivedAt: 'buyer_archived_at',
    deletedAt: 'buyer_deleted_at',
  },
  seller: {
    unread: 'seller_unread',
    clearedSeq: 'seller_cleared_seq',
    archivedAt: 'seller_archived_at',
    deletedAt: 'seller_deleted_at',
  },
} as const;

/** On a seller's side, viewers of the team change nothing, not even read marks: the team shares them. */
export function assertCanWrite(actor: UserActor, side: Side): void {
  if (side === 'buyer' || (actor.seller !== null && hasTeamRole(actor.seller, 'AGENT'))) return;
  throw forbidden(t('This requires the team role AGENT. Your role may only read messages.'));
}

export const CALL_TIMES = ['any', 'morning', 'midday', 'afternoon', 'evening'] as const;

/** Request to be called. */
export interface CallBack {
  /** In E.164. */
  readonly phone: string;
  /** Time of day at the buyer's. */
  readonly time: (typeof CALL_TIMES)[number];
}

/** Contact data that a buyer can share with a seller. */
export const SHAREABLE = ['email', 'phone'] as const;
export type Shareable = (typeof SHAREABLE)[number];
