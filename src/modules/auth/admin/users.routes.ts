import { type Static, Type } from 'typebox';
import { ROLES } from '../../../platform/actor.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import {
  keysetPageReply,
  BY_CREATION,
  KeysetListOf,
  keysetParameters,
} from '../../../platform/http/keyset.ts';
import { listPageReply } from '../../../platform/http/pagination.ts';
import { content, noContent, ok } from '../../../platform/http/reply.ts';
import { adminRow, route } from '../../../platform/http/route.ts';
import {
  ListOf,
  Literals,
  NamedObject,
  Nullable,
  pageParameters,
  Timestamp,
} from '../../../platform/http/schemas.ts';
import { FoundBy, ReasonCode } from '../../decisions/index.ts';
import { documentView } from '../registration/documents.ts';
import { BecomeSellerBody, DocumentView } from '../schemas.ts';
import { type UserAdminService, type UserRow } from './users.service.ts';

const STATUSES = ['active', 'suspended', 'erased'] as const;

const AdminUserView = NamedObject('AdminUser', {
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.String(),
  phone: Nullable(Type.String()),
  emailVerified: Type.Boolean(),
  phoneVerified: Type.Boolean(),
  language: Type.String(),
  currency: Type.String(),
  country: Nullable(Type.String()),
  status: Type.String(),
  suspendedReason: Nullable(Type.String()),
  suspendedUntil: Nullable(Timestamp),
  lastSeenAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  seller: Nullable(
    Type.Object({
      id: Type.String(),
      companyName: Type.String(),
      slug: Type.String(),
      verified: Type.Boolean(),
      status: Type.String(),
      trustScore: Type.Integer(),
      teamRole: Type.String(),
    }),
  ),
});

const DetailView = NamedObject('AdminUserDetail', {
  user: AdminUserView,
  activity: Type.Record(Type.String(), Type.Integer()),
  documents: Type.Array(DocumentView),
});

const SessionOfUser = NamedObject('AdminSession', {
  id: Type.String(),
  device: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
});

const SuspensionBody = NamedObject('SuspensionRequest', {
  code: Type.Optional(ReasonCode),
  reason: Type.String({ minLength: 3, maxLength: 1000 }),
  foundBy: Type.Optional(FoundBy),
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the suspension expires; never if absent' }),
  ),
});

export function userRoutes(users: UserAdminService) {
  const common = adminRow('Admin: users');
  const show = async (userId: string) => ok({ user: userView(await users.get(userId)) });
  const UserAnswer = Type.Object({ user: AdminUserView });
  return [
    route('GET', '/admin/users', {
      ...common,
      operationId: 'admin.users.list',
      summary: 'List accounts, newest first; q searches email, name, company and ID',
      query: Type.Object({
        q: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'Part of the email, name or company, a whole mail domain, or an ID',
          }),
        ),
        role: Type.Optional(Literals(ROLES, { description: 'Filter by role' })),
        status: Type.Optional(Literals(STATUSES, { description: 'Filter by status' })),
        verified: Type.Optional(
          Type.Boolean({ description: 'Sellers only: whether the company is verified' }),
        ),
        ...keysetParameters,
      }),
      responses: { 200: KeysetListOf('users', AdminUserView) },
      handler: ({ query }) =>
        keysetPageReply('users', query, {
          read: (page) => users.list(query, page),
          view: userView,
          ...BY_CREATION,
        }),
    }),
    route('GET', '/admin/users/:id', {
      ...common,
      operationId: 'admin.users.get',
      summary: 'Get an account with its activity and documents',
      responses: { 200: DetailView },
      handler: async ({ params }) => {
        const { user, activity, documents } = await users.detail(params.id);
        return ok({
          user: userView(user),
          activity,
          documents: documents.map(documentView),
        });
      },
    }),
    route('GET', '/admin/users/:id/sessions', {
      ...common,
      operationId: 'admin.users.listSessions',
      summary: 'List the sessions of an account, most recently used first',
      query: Type.Object({ ...pageParameters }),
      responses: { 200: ListOf('sessions', SessionOfUser) },
      handler: ({ params, query }) =>
        listPageReply('sessions', query, (page) => users.sessions(params.id, page), sessionView),
    }),
    route('PATCH', '/admin/users/:id', {
      ...common,
      operationId: 'admin.users.update',
      needsFreshSignIn: true,
      summary: 'Change the role, or suspend or reinstate through the status',
      body: Type.Object({
        role: Type.Optional(Literals(ROLES)),
        status: Type.Optional(Literals(['active', 'suspended'])),
        reason: Type.Optional(Type.String({ minLength: 3, maxLength: 1000 })),
      }),
      responses: { 200: UserAnswer },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        await users.update(actor, params.id, body, context);
        return show(params.id);
      },
    }),
    route('POST', '/admin/users/:id/make-seller', {
      ...common,
      operationId: 'admin.users.makeSeller',
      summary: 'Turn a buyer account into a seller account',
      description:
        'The account becomes the owner of a new seller on the free plan, as with `POST /account/become-seller`.',
      body: BecomeSellerBody,
      responses: { 200: UserAnswer },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        await users.makeSeller(actor, params.id, body, context);
        return show(params.id);
      },
    }),
    route('POST', '/admin/users/:id/suspend', {
      ...common,
      operationId: 'admin.users.suspend',
      needsFreshSignIn: true,
      summary: 'Suspend an account; ends its sessions and API keys and takes down its listings immediately',
      body: SuspensionBody,
      responses: { 200: UserAnswer },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        const { until, ...reason } = body;
        const ends = until === undefined ? null : new Date(until);
        await users.suspend(actor, params.id, { ...reason, until: ends }, context);
        return show(params.id);
      },
    }),
    route('POST', '/admin/users/:id/reinstate', {
      ...common,
      operationId: 'admin.users.reinstate',
      summary: 'Reinstate a suspended account and its listings',
      responses: { 200: UserAnswer },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, context }) => {
        await users.reinstate(actor, params.id, context);
        return show(params.id);
      },
    }),
    route('POST', '/admin/users/:id/sign-out', {
      ...common,
      operationId: 'admin.users.signOut',
      summary: 'End all sessions of an account',
      responses: { 200: Type.Object({ ended: Type.Integer() }) },
      handler: async ({ actor, params, context }) =>
        ok({ ended: await users.signOut(actor, params.id, context) }),
    }),
    route('POST', '/admin/users/:id/verify-seller', {
      ...common,
      operationId: 'admin.users.verifySeller',
      summary: 'Verify the seller of an account, or revoke the verification',
      body: Type.Object({ verified: Type.Optional(Type.Boolean()) }),
      bodyOptional: true,
      responses: { 200: UserAnswer },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        await users.verifySeller(actor, params.id, body.verified ?? true, context);
        return show(params.id);
      },
    }),
    route('DELETE', '/admin/users/:id', {
      ...common,
      operationId: 'admin.users.erase',
      needsFreshSignIn: true,
      summary: 'Erase an account and its personal data',
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: ({ actor, params, context }) => users.erase(actor, params.id, context).then(noContent),
    }),
    route('GET', '/admin/documents/:id', {
      ...common,
      operationId: 'admin.documents.download',
      summary: 'Download a verification document of a seller',
      responses: { 200: { contentType: '*/*' } },
      handler: async ({ params }) => {
        const { filename, contentType, object } = await users.document(params.id);
        return content(contentType, object.stream, {
          'content-length': String(object.bytes),
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
          'content-security-policy': "default-src 'none'; sandbox",
        });
      },
    }),
  ];
}

function sessionView(
  row: Awaited<ReturnType<UserAdminService['sessions']>>['rows'][number],
): Static<typeof SessionOfUser> {
  return fromRow(SessionOfUser, row, { device: row.user_agent });
}

function userView(row: UserRow): Static<typeof AdminUserView> {
  return fromRow(AdminUserView, row, {
    seller:
      row.seller_id === null
        ? null
        : {
            id: row.seller_id,
            companyName: row.company_name ?? '',
            slug: row.seller_slug ?? '',
            verified: row.seller_verified ?? false,
            status: row.seller_status ?? 'active',
            trustScore: row.trust_score ?? 0,
            teamRole: row.team_role ?? 'VIEWER',
          },
  });
}
