import { Type } from 'typebox';
import { ok } from '../../../platform/http/reply.ts';
import { adminRow, route } from '../../../platform/http/route.ts';
import { Timestamp } from '../../../platform/http/schemas.ts';
import type { AccountViews } from './account-views.ts';

export function accountViewRoutes(views: AccountViews) {
  return [
    route('POST', '/admin/users/:id/view', {
      ...adminRow('Admin: users'),
      operationId: 'admin.users.view',
      needsFreshSignIn: true,
      summary: 'View the marketplace as another user, read-only, in this browser',
      description:
        'The view ends after ten minutes, or when you end it on a page. It excludes API keys, secrets, sessions, messages and exports.',
      body: Type.Object({ reason: Type.String({ minLength: 3, maxLength: 500, format: 'text' }) }),
      responses: { 200: Type.Object({ until: Timestamp }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        const until = await views.begin(actor, params.id, body.reason, context);
        return ok({ until: until.toISOString() });
      },
    }),
  ];
}
