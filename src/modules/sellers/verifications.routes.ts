import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { listPageReply } from '../../platform/http/pagination.ts';
import { noContent } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { ListOf, NamedObject, Nullable, pageParameters, Timestamp } from '../../platform/http/schemas.ts';
import { DocumentView, documentView } from '../auth/index.ts';
import type { VerificationService, Waiting } from './verifications.service.ts';

const WaitingView = NamedObject('WaitingVerification', {
  sellerId: Type.String(),
  companyName: Type.String(),
  slug: Type.String(),
  country: Nullable(Type.String()),
  address: Nullable(Type.String()),
  vatId: Nullable(Type.String()),
  userId: Type.String(),
  since: Timestamp,
  documents: Type.Array(DocumentView),
});

export function verificationRoutes(verifications: VerificationService) {
  const common = adminRow('Admin: users');
  return [
    route('GET', '/admin/verifications', {
      ...common,
      operationId: 'admin.verifications.list',
      summary: 'List sellers whose documents await a decision, oldest first',
      query: Type.Object({ ...pageParameters }),
      responses: { 200: ListOf('verifications', WaitingView) },
      handler: ({ query }) =>
        listPageReply('verifications', query, (page) => verifications.list(page), waitingView),
    }),
    route('POST', '/admin/verifications/:id/decide', {
      ...common,
      operationId: 'admin.verifications.decide',
      summary: 'Verify a seller by its documents, or reject them with a reason',
      description:
        '`id` is the ID of the seller. The sender of rejected documents is notified of the reason and can send others.',
      body: Type.Object({
        verified: Type.Boolean(),
        reason: Type.Optional(Nullable(Type.String({ minLength: 3, maxLength: 1000 }))),
      }),
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        await verifications.decide(
          actor,
          params.id,
          { verified: body.verified, reason: body.reason ?? null },
          context,
        );
        return noContent();
      },
    }),
  ];
}

function waitingView(row: Waiting): Static<typeof WaitingView> {
  const place = [row.postal_code, row.city].filter((part) => part !== null).join(' ');
  return fromRow(WaitingView, row, {
    address: place === '' ? null : place,
    documents: row.documents.map(documentView),
  });
}
