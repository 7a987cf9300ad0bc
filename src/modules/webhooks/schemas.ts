import { type Static, Type } from 'typebox';
import { EVENT_NAME_REFERENCE } from '../../platform/http/openapi/events.ts';
import { KeysetListOf, keysetParameters } from '../../platform/http/keyset.ts';
import {
  ListOf,
  Literals,
  NamedObject,
  Nullable,
  ownPageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { WEB_ADDRESS_LENGTH_MAX } from '../../platform/net/web-address.ts';
import { DELIVERY_ERRORS } from './delivery-errors.ts';
import { ATTEMPT_STATUSES, WEBHOOK_STATUSES } from './tables.ts';

const DeliveryErrorName = Literals(DELIVERY_ERRORS, { title: 'DeliveryError' });
const EVENT_NAME_LENGTH_MAX = 100;
const EVENTS_MAX = 100;

const TargetUrl = Type.String({
  minLength: 1,
  maxLength: WEB_ADDRESS_LENGTH_MAX,
  description: 'https (also http outside production), on the public internet',
  documentedAs: { format: 'http-url', minLength: undefined },
});
/** In the document a closed list, which the catalogue of events makes. */
const EventName = {
  documentedAs: { type: undefined, minLength: undefined, maxLength: undefined, ...EVENT_NAME_REFERENCE },
};
export const EventTypes = Type.Array(
  Type.String({ minLength: 1, maxLength: EVENT_NAME_LENGTH_MAX, ...EventName }),
  {
    maxItems: EVENTS_MAX,
    description: 'Event names, separated by commas',
  },
);
const EventNames = Type.Array(Type.String({ minLength: 1, maxLength: EVENT_NAME_LENGTH_MAX, ...EventName }), {
  minItems: 1,
  maxItems: EVENTS_MAX,
  uniqueItems: true,
  description: 'Event names, or "*" for all',
});

const WebhookMember = NamedObject('WebhookMember', { userId: Type.String(), name: Type.String() });

export const WebhookView = NamedObject('Webhook', {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  status: Literals(WEBHOOK_STATUSES),
  createdAt: Timestamp,
  failingSince: Type.Optional(
    Type.String({ format: 'date-time', description: 'Time of the first failure since the last success' }),
  ),
  lastError: Type.Optional(
    NamedObject('WebhookError', {
      error: DeliveryErrorName,
      responseCode: Nullable(Type.Integer()),
      at: Timestamp,
    }),
  ),
  disabledReason: Type.Optional(
    Literals(['failures', 'owner', 'administrator', 'member_left'], {
      description:
        'failures: six attempts of an event failed; member_left: its keeper has left the team, and an owner must hand it over or delete it',
    }),
  ),
  maker: Type.Optional({
    ...Nullable(WebhookMember),
    description: 'The member who chose the URL, even after leaving',
  }),
  keeper: Type.Optional({
    ...Nullable(WebhookMember),
    description:
      'The member who is responsible for it. null: that member has left, and the webhook sends nothing',
  }),
  withheldEvents: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Subscribed but not sent: the API key that chose its URL or events lacks the scope to read them',
    }),
  ),
});
export const WebhookWithSecret = NamedObject('WebhookWithSecret', {
  ...WebhookView.properties,
  secret: Type.String({ description: 'Signs the deliveries; shown only once' }),
});
export const WebhookList = ListOf('webhooks', WebhookView);

export const CreateWebhookBody = Type.Object({ url: TargetUrl, events: EventNames });
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;

export const UpdateWebhookBody = NamedObject('WebhookChanges', {
  url: Type.Optional(TargetUrl),
  events: Type.Optional(EventNames),
  status: Type.Optional(Literals(WEBHOOK_STATUSES)),
});
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>;

export const HandOverBody = Type.Object({
  memberId: Type.String({
    maxLength: 100,
    description: 'A team member with the role OWNER or MANAGER; see `GET /seller/team`',
  }),
});

export const TestBody = Type.Object({
  event_type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: EVENT_NAME_LENGTH_MAX,
      description: 'Default: the first that the webhook subscribes to',
    }),
  ),
});

export const ReplayBody = Type.Object({
  since: Timestamp,
  until: Type.Optional(Timestamp),
  events: Type.Optional({
    ...EventNames,
    description: 'Event names; by default all to which the webhook subscribes',
  }),
  includeDelivered: Type.Optional(
    Type.Boolean({ default: false, description: 'Also resend delivered events' }),
  ),
});
export type ReplayBody = Static<typeof ReplayBody>;

export const ReplayView = NamedObject('WebhookReplay', {
  replayed: Type.Integer({ description: 'Number of events resent' }),
  hasMore: Type.Boolean({
    description: 'There are more events; repeat the request when these have been sent',
  }),
});

/** Specification "Webhook delivery log": an attempt, with what applies to its status. */
export const LogEntry = NamedObject('DeliveryAttempt', {
  id: Type.String(),
  event_id: Type.String(),
  event_type: Type.String(),
  status: Literals(ATTEMPT_STATUSES),
  response_code: Nullable(Type.Integer()),
  response_time_ms: Type.Integer(),
  delivered_at: Type.Optional(Timestamp),
  error: Type.Optional(DeliveryErrorName),
  retry_count: Type.Optional(Type.Integer({ description: 'Number of attempts before this one' })),
  next_retry: Type.Optional(Nullable(Timestamp)),
  created_at: Timestamp,
});
export type LogEntry = Static<typeof LogEntry>;
const Headers = Type.Record(Type.String(), Type.String());
export const LogDetail = NamedObject('DeliveryExchange', {
  ...LogEntry.properties,
  request: NamedObject('SentDelivery', {
    headers: Nullable(Headers),
    body: Nullable(
      Type.String({ description: 'Null once the event has been erased, and for keys that may not read it' }),
    ),
  }),
  response: Nullable(
    NamedObject('ReceiverAnswer', { headers: Nullable(Headers), body: Nullable(Type.String()) }),
  ),
});
export type LogDetail = Static<typeof LogDetail>;
export const LogList = KeysetListOf('logs', LogEntry);

export const LogQuery = Type.Object({
  ...keysetParameters,
  // An owner's own list: page numbers reach every row.
  ...ownPageParameters,
  status: Type.Optional(Literals(ATTEMPT_STATUSES, { description: 'Filter by outcome' })),
  event_type: Type.Optional(
    Type.String({ minLength: 1, maxLength: EVENT_NAME_LENGTH_MAX, description: 'Filter by event' }),
  ),
});
export type LogQuery = Static<typeof LogQuery>;

export const WebhookQuery = Type.Object({ ...ownPageParameters });
export type WebhookQuery = Static<typeof WebhookQuery>;

export const RetryView = NamedObject('DeliveryRetry', {
  event_id: Type.String(),
  event_type: Type.String(),
  status: Type.Literal('pending'),
  next_retry: Timestamp,
  log_id: Type.Optional(Type.String({ description: 'The log entry of the attempt, once it has been made' })),
});
