import type { Actor } from '../../platform/actor.ts';
import { type AnyRouteRow, asAliases } from '../../platform/http/route.ts';
import { conversationRoutes } from './conversations.routes.ts';
import type { MessagingParts } from './messaging-parts.ts';
import type { Presence } from './presence.ts';
import { safetyRoutes } from './safety.routes.ts';
import { templateRoutes } from './templates.routes.ts';
import { translationRoutes } from './translations.routes.ts';
import { threadRoutes } from './threads.routes.ts';

export function messagingRoutes(messaging: MessagingParts, presence: Presence): readonly AnyRouteRow[] {
  return [
    ...conversationRoutes(messaging),
    ...translationRoutes(messaging),
    ...asAliases(threadRoutes(messaging)),
    ...templateRoutes(messaging),
    ...safetyRoutes(messaging),
  ].map((row) => withPresence(presence, row));
}

/** Marks the user as online on every messaging request, except for requests made with an API key. */
function withPresence(presence: Presence, row: AnyRouteRow): AnyRouteRow {
  return {
    ...row,
    handler: async (request) => {
      const { actor } = request as { actor: Actor };
      if (actor.kind === 'user' && actor.credential.kind === 'session') await presence.touch([actor.userId]);
      return row.handler(request);
    },
  };
}
