import { Type } from 'typebox';
import { ownPageReply } from '../../../platform/http/pagination.ts';
import { created, noContent } from '../../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../../platform/http/route.ts';
import { ListOf, ownPageParameters } from '../../../platform/http/schemas.ts';
import type { Documents } from './documents.ts';
import { DocumentView } from '../schemas.ts';
import { DOCUMENT_RULES } from './seller-documents.ts';

export function documentRoutes(documents: Documents) {
  const common = { tag: 'Seller profile', access: access.seller('OWNER'), cache: PRIVATE } as const;
  return [
    route('GET', '/account/documents', {
      ...common,
      operationId: 'documents.list',
      showsInViews: true,
      summary: 'List your verification documents, newest first',
      rateLimit: 'general',
      query: Type.Object(ownPageParameters),
      responses: { 200: ListOf('documents', DocumentView) },
      handler: ({ actor, query }) =>
        ownPageReply(
          'documents',
          query,
          (page) => documents.list(actor, page),
          (view) => view,
        ),
    }),
    route('POST', '/account/documents', {
      ...common,
      operationId: 'documents.add',
      summary: 'Upload verification documents of your company',
      description:
        'A multipart form with up to 5 files in the field `documents` (pdf, jpeg or png, 10 MB each); a seller can have 20. ' +
        'The email address must be verified. Only administrators can read them.',
      rateLimit: 'upload',
      upload: { ...DOCUMENT_RULES, needed: 'always' },
      responses: { 201: Type.Object({ documents: Type.Array(DocumentView) }) },
      errors: ['PLAN_LIMIT_EXCEEDED', 'VALIDATION_ERROR'],
      handler: async ({ actor, files, context }) =>
        created({ documents: await documents.add(actor, files, context) }),
      answerAgain: async ({ actor }, ids) =>
        created({ documents: await documents.find(actor, ids.split(' ')) }),
    }),
    route('DELETE', '/account/documents/:id', {
      ...common,
      operationId: 'documents.delete',
      summary: 'Delete a document and its file',
      rateLimit: 'general',
      responses: { 204: null },
      handler: ({ actor, params, context }) => documents.remove(actor, params.id, context).then(noContent),
    }),
  ];
}
