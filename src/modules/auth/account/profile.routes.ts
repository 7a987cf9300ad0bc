import { Type } from 'typebox';
import { accepted, content, noContent, ok } from '../../../platform/http/reply.ts';
import { access, PRIVATE, type Reply, route } from '../../../platform/http/route.ts';
import { NamedObject, Timestamp } from '../../../platform/http/schemas.ts';
import type { AccountExports, ExportAnswer } from './account-export.ts';
import { AVATAR_UPLOAD } from './avatars.ts';
import type { Erasure } from './erasure.ts';
import type { Profile } from './profile.ts';
import { EraseBody, Me, UpdatedMe, UpdateMeBody } from '../schemas.ts';

const common = { tag: 'Auth', access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;

/** Seconds between two questions whether it is ready. */
const ASK_AGAIN = 10;

export const Preparing = NamedObject('ExportInPreparation', {
  status: Type.Literal('preparing'),
  requestedAt: Timestamp,
  rows: Type.Integer({ minimum: 0, description: 'Rows exported so far' }),
});

export function profileRoutes(services: {
  readonly profile: Profile;
  readonly erasure: Erasure;
  readonly exports: AccountExports;
}) {
  const { profile, erasure, exports } = services;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/auth/me',
      operationId: 'account.get',
      showsInViews: true,
      summary: 'Get your account',
      responses: { 200: Me },
      errors: ['NOT_FOUND'],
      handler: async ({ actor }) => ok(await profile.get(actor)),
    }),
    route({
      ...common,
      method: 'PUT',
      path: '/auth/me',
      operationId: 'account.update',
      summary: 'Change your account',
      description: 'Send only the fields to change; the response contains the fields that you sent.',
      body: UpdateMeBody,
      responses: { 200: UpdatedMe },
      errors: ['NOT_FOUND'],
      alsoCheck: ({ body }) => profile.problemsOf(body),
      handler: async ({ actor, body }) => ok(await profile.update(actor, body)),
    }),
    route({
      ...common,
      method: 'PUT',
      path: '/account/avatar',
      operationId: 'account.setAvatar',
      summary: 'Set your profile image',
      description:
        'One image (form field `avatar`). It is re-encoded to fit 256 by 256 pixels, without metadata. Visible to your team and to the users you write to.',
      rateLimit: 'upload',
      upload: AVATAR_UPLOAD,
      responses: { 200: Me },
      errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
      handler: async ({ actor, files }) => ok(await profile.putAvatar(actor, files)),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/account/avatar',
      operationId: 'account.removeAvatar',
      summary: 'Remove your profile image',
      responses: { 204: null },
      handler: ({ actor }) => profile.removeAvatar(actor).then(noContent),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/auth/me',
      operationId: 'account.erase',
      summary: 'Erase your account',
      description:
        'Permanent: removes personal data, deletes listings and ends keys and sessions. The only owner of a seller with other ' +
        'members must hand it over first.',
      body: EraseBody,
      responses: { 204: null },
      errors: ['INVALID_STATE', 'NOT_FOUND'],
      handler: ({ actor, body, context }) => erasure.erase(actor, body.password, context).then(noContent),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/auth/me/export',
      operationId: 'account.export',
      summary: 'Export all personal data of your account',
      description:
        'Contains one section per kind of data. With more than 1,000 rows, a job prepares the export: the request returns 202 until the export is ready, then returns it for an hour.',
      responses: { 200: Type.Record(Type.String(), Type.Unknown()), 202: Preparing },
      withMessage: [202],
      handler: async ({ actor }) => exportReply(await exports.export(actor)),
    }),
  ];
}

export function exportReply(answer: ExportAnswer): Reply {
  if (answer.kind === 'data') return ok(answer.data);
  if (answer.kind === 'text') return content('application/json; charset=utf-8', answer.text);
  const { requested_at: requestedAt, rows } = answer.export;
  return accepted(
    { status: 'preparing', requestedAt, rows },
    {
      message: 'Your data is being put together. Ask again in a moment: the same request returns it.',
      headers: { 'retry-after': String(ASK_AGAIN) },
    },
  );
}
