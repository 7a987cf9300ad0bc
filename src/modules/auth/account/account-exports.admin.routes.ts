import { Type } from 'typebox';
import { accepted } from '../../../platform/http/reply.ts';
import { adminRow, route } from '../../../platform/http/route.ts';
import type { AccountExports } from './account-export.ts';
import { exportResponse, ExportInPreparation } from './profile.routes.ts';

/** Both requests are one action: the first is in the audit log, and only the administrator who made it can make the second. */
export function accountExportAdminRoutes(exports: AccountExports) {
  const common = adminRow('Admin: users');
  return [
    route('POST', '/admin/users/:id/export', {
      ...common,
      operationId: 'admin.users.orderExport',
      needsFreshSignIn: true,
      summary: 'Start an export of an account’s personal data; the account holder is notified',
      responses: { 202: ExportInPreparation },
      withMessage: [202],
      handler: async ({ actor, params, context }) => {
        const { requested_at: requestedAt, rows } = await exports.order(actor, params.id, context);
        return accepted(
          { status: 'preparing', requestedAt, rows },
          { message: 'The data is being put together; GET on the same address returns it.' },
        );
      },
    }),
    route('GET', '/admin/users/:id/export', {
      ...common,
      operationId: 'admin.users.export',
      summary: 'Get an export that you started, for an hour after it is ready; 202 until then',
      responses: { 200: Type.Record(Type.String(), Type.Unknown()), 202: ExportInPreparation },
      withMessage: [202],
      handler: async ({ actor, params }) => exportResponse(await exports.ordered(actor, params.id)),
    }),
  ];
}
