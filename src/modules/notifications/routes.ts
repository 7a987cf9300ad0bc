import { Type } from 'typebox';
import type { UserActor } from '../../platform/actor.ts';
import { forbidden } from '../../platform/errors/app-error.ts';
import { pagination, readOwnPage } from '../../platform/http/pagination.ts';
import { content, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ListOf, NamedObject, ownPageParameters, Timestamp } from '../../platform/http/schemas.ts';
import {
  LAST_EVENT_ID,
  type LiveHub,
  type LiveStream,
  STREAM_HEADERS,
  streamParameters,
} from '../../platform/live/index.ts';
import type { StreamTicket } from '../auth/index.ts';
import type { Wording } from '../../platform/wording.ts';
import type { Notifications } from './service.ts';
import {
  NotificationView,
  notificationView,
  PreferencesBody,
  preferencesView,
  PreferencesView,
} from './views.ts';
import { t } from '../../platform/errors/sentence.ts';

const common = {
  tag: 'Notifications',
  access: access.user(),
  rateLimit: 'general',
  cache: PRIVATE,
} as const;

const TicketView = NamedObject('StreamTicket', { ticket: Type.String(), expiresAt: Timestamp });

export interface NotificationRouteParts {
  readonly notifications: Notifications;
  readonly wording: Wording;
  readonly hub: LiveHub;
  readonly watchPresence: (stream: LiveStream) => Promise<void>;
  readonly issueTicket: (actor: UserActor) => Promise<StreamTicket>;
}

export function notificationRoutes(parts: NotificationRouteParts) {
  const { notifications, wording } = parts;
  return [
    route('GET', '/notifications', {
      ...common,
      operationId: 'notifications.list',
      summary: 'List your notifications, newest first',
      query: Type.Object({
        ...ownPageParameters,
        unread: Type.Optional(Type.Boolean({ description: 'true: only unread ones; false: only read ones' })),
      }),
      responses: { 200: ListOf('notifications', NotificationView) },
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const { rows, total } = await notifications.list(actor, query.unread ?? null, page);
        return ok({
          notifications: rows.map((row) => notificationView(row, actor.language, wording)),
          pagination: pagination(page, total),
        });
      },
    }),
    route('GET', '/notifications/unread-count', {
      ...common,
      operationId: 'notifications.countUnread',
      showsInViews: true,
      summary: 'Count unread notifications',
      responses: { 200: Type.Object({ unreadCount: Type.Integer() }) },
      handler: async ({ actor }) => ok({ unreadCount: await notifications.unreadCount(actor) }),
    }),
    route('PATCH', '/notifications/:id/read', {
      ...common,
      operationId: 'notifications.markRead',
      summary: 'Mark a notification as read',
      responses: { 200: Type.Object({ notification: NotificationView }) },
      handler: async ({ actor, params }) => {
        const row = await notifications.markRead(actor, params.id);
        return ok({ notification: notificationView(row, actor.language, wording) });
      },
    }),
    route('PATCH', '/notifications/read-all', {
      ...common,
      operationId: 'notifications.markAllRead',
      summary: 'Mark all notifications as read',
      responses: { 200: Type.Object({ marked: Type.Integer() }) },
      handler: async ({ actor }) => ok({ marked: await notifications.markAllRead(actor) }),
    }),
    route('GET', '/notifications/preferences', {
      ...common,
      operationId: 'notifications.getPreferences',
      showsInViews: true,
      summary: 'Get your notification settings',
      responses: { 200: Type.Object({ preferences: PreferencesView }) },
      handler: async ({ actor }) =>
        ok({ preferences: preferencesView(await notifications.preferences(actor)) }),
    }),
    route('PUT', '/notifications/preferences', {
      ...common,
      operationId: 'notifications.setPreferences',
      summary: 'Change your notification settings',
      description: 'Omitted types stay unchanged.',
      body: PreferencesBody,
      responses: { 200: Type.Object({ preferences: PreferencesView }) },
      handler: async ({ actor, body }) =>
        ok({
          preferences: preferencesView(await notifications.changePreferences(actor, body.preferences)),
        }),
    }),
    route('POST', '/notifications/stream-ticket', {
      ...common,
      operationId: 'notifications.createStreamTicket',
      summary: 'Create a ticket that opens one event stream within 30 seconds',
      description:
        'For `EventSource` in browsers, which cannot send headers: add it to the URL as `?ticket=`. When the stream ends, open the next with another ticket and `last_event_id`.',
      responses: { 200: TicketView },
      handler: async ({ actor }) => {
        const { ticket, expiresAt } = await parts.issueTicket(actor);
        return ok({ ticket, expiresAt: expiresAt.toISOString() });
      },
    }),
    route('GET', '/notifications/stream', {
      ...common,
      operationId: 'notifications.stream',
      takesTicket: true,
      query: Type.Object(streamParameters),
      headers: [LAST_EVENT_ID],
      summary: 'Stream messages, read marks, presence and notifications',
      description:
        'Server-sent events: `message`, `read`, `notification`, `notification_read`, `presence`, and `resync` if more was missed than is stored (a day, 1,000 events). `Last-Event-ID` resumes where a stream ended. A stream ends within an hour; reconnect to continue. Each user can have 10 streams. A process that has no capacity for another stream, or whose database is unavailable, returns 503 with `Retry-After`.',
      responses: { 200: { contentType: 'text/event-stream' } },
      handler: async ({ actor, query, context }) => {
        const last = context.header('last-event-id') ?? query.last_event_id ?? null;
        const stream = await openStream(parts, actor, last);
        return content('text/event-stream; charset=utf-8', stream.readable, STREAM_HEADERS);
      },
    }),
  ];
}

async function openStream(
  { hub, watchPresence }: NotificationRouteParts,
  actor: UserActor,
  lastEventId: string | null,
): Promise<LiveStream> {
  if (actor.credential.kind !== 'session')
    throw forbidden(t('Event streams are available to signed-in users only.'));
  const sellerId = actor.seller?.sellerId ?? null;
  const holder = { userId: actor.userId, sessionId: actor.credential.sessionId, sellerId };
  const channels = sellerId === null ? [actor.userId] : [actor.userId, sellerId];
  const stream = await hub.open(holder, channels, lastEventId);
  try {
    await watchPresence(stream);
  } catch (error) {
    stream.readable.destroy();
    throw error;
  }
  return stream;
}
