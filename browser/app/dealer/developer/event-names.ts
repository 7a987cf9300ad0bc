/** Events for webhooks, in groups for display. */
import type { EventName } from '../../api.ts';
import type { DeskText } from '../../words.ts';

export type KnownEvent = Exclude<EventName, '*'>;

/** The compiler reports an event of the API that is missing here. */
const GROUP_OF = {
  'listing.created': 'listing',
  'listing.updated': 'listing',
  'listing.published': 'listing',
  'listing.unpublished': 'listing',
  'listing.sold': 'listing',
  'listing.deleted': 'listing',
  'listing.approved': 'listing',
  'listing.rejected': 'listing',
  'listing.suspended': 'listing',
  'import.completed': 'listing',
  'inquiry.created': 'talk',
  'inquiry.responded': 'talk',
  'conversation.created': 'talk',
  'message.received': 'talk',
  'message.read': 'talk',
  'subscription.created': 'billing',
  'subscription.updated': 'billing',
  'subscription.renewed': 'billing',
  'subscription.canceled': 'billing',
  'payment.succeeded': 'billing',
  'payment.failed': 'billing',
  'invoice.created': 'billing',
  'invoice.paid': 'billing',
  'user.created': 'user',
  'user.verified': 'user',
} as const satisfies Readonly<Record<KnownEvent, string>>;

export const EVENT_NAMES = Object.keys(GROUP_OF) as KnownEvent[];

export const EVENT_GROUPS = (['listing', 'talk', 'billing', 'user'] as const).map((group) => ({
  label: `desk.eventGroup.${group}` as const satisfies DeskText,
  names: EVENT_NAMES.filter((name) => GROUP_OF[name] === group),
}));
