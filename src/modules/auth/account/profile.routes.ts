import { Type } from 'typebox';
import { accepted, content, noContent, ok } from '../../../platform/http/reply.ts';
import { access, PRIVATE, type Reply, route } from '../../../platform/http/route.ts';
import { NamedObject, Timestamp } from '../../../platform/http/schemas.ts';
import type { AccountExports, ExportResult } from './account-export.ts';
import { AVATAR_UPLOAD } from './avatars.ts';
import type { Erasure } from './erasure.ts';
import type { Profile } from './profile.ts';
import { EraseBody, Me, UpdatedMe, UpdateMeBody } from '../schemas.ts';

const common = { tag: 'Auth', access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;

/** Seconds between two questions whether it is ready. */
const ASK_AGAIN = 10;

export const ExportInPreparation = NamedObject('ExportInPreparation', {
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
    route('GET', '/auth/me', {
      ...common,
      operationId: 'account.get',
      showsInViews: true,
      summary: 'Get your account',
      responses: { 200: Me },
      errors: ['NOT_FOUND'],
      handler: async ({ actor }) => ok(await profile.get(actor)),
    }),
    route('PUT', '/auth/me', {
      ...common,
      operationId: 'account.update',
      summary: 'Change your account',
      description: 'Send only the fields to change; the response contains the fields that you sent.',
      body: UpdateMeBody,
      responses: { 200: UpdatedMe },
      errors: ['NOT_FOUND'],
      alsoCheck: ({ body }) => profile.problemsOf(body),
      handler: async ({ actor, body }) => ok(await profile.update(actor, body)),
    }),
    route('PUT', '/account/avatar', {
      ...common,
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
    route('DELETE', '/account/avatar', {
      ...common,
      operationId: 'account.removeAvatar',
      summary: 'Remove your profile image',
      responses: { 204: null },
      handler: ({ actor }) => profile.removeAvatar(actor).then(noContent),
    }),
    route('DELETE', '/auth/me', {
      ...common,
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
    route('GET', '/auth/me/export', {
      ...common,
      operationId: 'account.export',
      summary: 'Export all personal data of your account',
      description:
        'Contains one section per kind of data. With more than 1,000 rows, a job prepares the export: the request returns 202 until the export is ready, then returns it for an hour.',
      responses: { 200: Type.Record(Type.String(), Type.Unknown()), 202: ExportInPreparation },
      withMessage: [202],
      handler: async ({ actor }) => exportResponse(await exports.export(actor)),
    }),
  ];
}

export function exportResponse(response: ExportResult): Reply {
  if (response.kind === 'data') return ok(response.data);
  if (response.kind === 'text') return content('application/json; charset=utf-8', response.text);
  const { requested_at: requestedAt, rows } = response.export;
  return accepted(
    { status: 'preparing', requestedAt, rows },
    {
      message: 'Your data is being put together. Ask again in a moment: the same request returns it.',
      headers: { 'retry-after': String(ASK_AGAIN) },
    },
  );
}
