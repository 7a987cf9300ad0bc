import { type Static, Type } from 'typebox';
import { pagination, readOwnPage } from '../../platform/http/pagination.ts';
import { content, ok } from '../../platform/http/reply.ts';
import { access, type AnyRouteRow, PRIVATE, route } from '../../platform/http/route.ts';
import { EVENT_REFERENCE } from '../../platform/http/openapi/events.ts';
import { LAST_EVENT_ID, STREAM_HEADERS, streamParameters } from '../../platform/live/index.ts';
import { ListOf, Literals, ownPageParameters, Timestamp } from '../../platform/http/schemas.ts';
import type { AccountEvent, AccountEvents } from './account-events.service.ts';
import type { EventStreams } from './event-streams.ts';
import { EventTypes } from './schemas.ts';

const row = {
  tag: 'Events',
  rateLimit: 'seller',
  cache: PRIVATE,
  access: access.seller('VIEWER', 'webhooks:manage', 'listings:read', 'messages:read', 'analytics:read'),
} as const;

/**
 * Documented as the union of all events, to which operations have to refer: generators of clients leave out schemas that only webhooks
 * refer to.
 */
const EventView = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    created_at: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  { documentedAs: { type: undefined, required: undefined, properties: undefined, ...EVENT_REFERENCE } },
);

const EventsQuery = Type.Object({
  ...ownPageParameters,
  type: Type.Optional(EventTypes),
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'Start of the period; at most 30 days ago' }),
  ),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'End of the period, exclusive' })),
  order: Type.Optional(
    Literals(['asc', 'desc'], { default: 'desc', description: 'Oldest first, or newest first' }),
  ),
});

/** Lists events with the bodies that webhooks receive, for clients without a webhook or with missed deliveries. */
const StreamQuery = Type.Object({ ...streamParameters, type: Type.Optional(EventTypes) });

export function accountEventRoutes(accountEvents: AccountEvents, streams: EventStreams): AnyRouteRow[] {
  return [
    route('GET', '/events', {
      ...row,
      operationId: 'events.list',
      summary: 'List events of your account in the last 30 days, newest first',
      description:
        'Each has the body that webhooks receive. An API key gets the events that it can read. Events that concern one user are visible only to that user, subscription events only to managers and owners.',
      query: EventsQuery,
      responses: { 200: ListOf('events', EventView) },
      errors: ['INVALID_FILTER'],
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const { events, ...total } = await accountEvents.list(actor, query, page);
        return ok({ events: events.map(eventView), pagination: pagination(page, total, events.length) });
      },
    }),
    route('GET', '/events/stream', {
      ...row,
      operationId: 'events.stream',
      takesTicket: true,
      query: StreamQuery,
      headers: [LAST_EVENT_ID],
      summary: 'Stream events of your account',
      description:
        'Server-sent events, named by their type, with the bodies that webhooks receive. After a disconnect, `Last-Event-ID` resumes where the stream ended; events of the preceding half minute may repeat, so compare IDs. `resync` means that this event is no longer stored. Each user can have 10 streams. A stream ends within an hour, so reconnect to continue. It ends immediately when the key, the restrictions of the account or the team role no longer allow it. An API key gets the events that it can read.',
      responses: { 200: { contentType: 'text/event-stream' } },
      errors: ['INVALID_FILTER'],
      handler: async ({ actor, query, context }) => {
        const stream = await streams.open(actor, {
          types: query.type ?? [],
          lastEventId: context.header('last-event-id') ?? query.last_event_id ?? null,
          origin: { ip: context.ip, isSigned: context.isSigned },
        });
        return content('text/event-stream; charset=utf-8', stream, STREAM_HEADERS);
      },
    }),
    route('GET', '/events/:id', {
      ...row,
      operationId: 'events.get',
      summary: 'Get an event',
      responses: { 200: EventView },
      handler: async ({ actor, params }) => ok(eventView(await accountEvents.get(actor, params.id))),
    }),
  ];
}

/** As envelope.ts writes it. */
function eventView({ id, type, created_at, data }: AccountEvent): Static<typeof EventView> {
  return { id, type, created_at: created_at.toISOString(), data: data as Record<string, unknown> };
}
