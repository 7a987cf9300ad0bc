import { type Static, Type } from 'typebox';
import { COUNT_MAX } from '../../platform/db/count-up-to.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { message, ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import {
  ListOf,
  Literals,
  NamedObject,
  Nullable,
  pageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { MAIL_STATES, type MailAdminService, type MailRow } from './mails.service.ts';

const MailView = NamedObject('Mail', {
  id: Type.String(),
  kind: Type.String({ description: 'Key of its texts: `mails.<kind>.subject`' }),
  recipient: Type.String(),
  language: Type.String(),
  subject: Type.String({ description: 'Codes are masked' }),
  state: Literals(MAIL_STATES),
  attempts: Type.Integer(),
  reason: Nullable(Type.String({ description: 'Error of the last attempt' })),
  canRetry: Type.Boolean(),
  createdAt: Timestamp,
  doneAt: Nullable(Timestamp),
});

export function mailRoutes(mails: MailAdminService) {
  const common = adminRow('Admin: mails');
  return [
    route('GET', '/admin/mails', {
      ...common,
      operationId: 'admin.mails.list',
      summary: 'List outgoing email with delivery status, newest first',
      description: `Covers the newest ${COUNT_MAX} emails of the last 30 days. Content, links and codes are not shown.`,
      query: Type.Object({
        state: Type.Optional(Literals(MAIL_STATES, { description: 'Filter by status' })),
        kind: Type.Optional(Type.String({ maxLength: 80, description: 'Filter by template' })),
        recipient: Type.Optional(Type.String({ maxLength: 254, description: 'Part of the address' })),
        ...pageParameters,
      }),
      responses: { 200: ListOf('mails', MailView) },
      handler: async ({ query }) => {
        const page = readPage(query);
        const { rows, ...total } = await mails.list(query, page);
        return ok({ mails: rows.map(mailView), pagination: pagination(page, total) });
      },
    }),
    route('POST', '/admin/mails/:id/retry', {
      ...common,
      operationId: 'admin.mails.retry',
      summary: 'Retry a pending or failed email',
      description:
        'Sends the email unchanged, together with the other emails of its job. Links and codes in it may have expired. No recipient receives it twice.',
      responses: { 200: 'message' },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, context }) => {
        await mails.retry(actor, params.id, context);
        return message('The email has been queued to be sent now.');
      },
    }),
  ];
}

function mailView(row: MailRow): Static<typeof MailView> {
  return fromRow(MailView, row, { kind: row.name });
}
