import { Type } from 'typebox';
import { TEAM_ROLES } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { Literals } from '../../platform/http/schemas.ts';
import { canonicalEmail } from '../../platform/text/email.ts';
import type { TeamService } from './service.ts';
import {
  InvitationView,
  invitationView,
  MemberView,
  memberView,
  ReceivedInvitationView,
  receivedInvitationView,
} from './views.ts';

const EMAIL_MAX = 254;
const RoleBody = Type.Object({ role: Literals(TEAM_ROLES) });
const InvitationBody = Type.Object({
  email: Type.String({ format: 'email', maxLength: EMAIL_MAX }),
  role: Literals(TEAM_ROLES),
});
const AcceptBody = Type.Object({
  leaveCompany: Type.Optional(
    Type.Boolean({
      description:
        'Deletes your company. It must be empty: no other members or open invitations, no listings, conversations, reviews or payments, and never a paid plan.',
    }),
  ),
});

export function teamRoutes(team: TeamService, clock: Clock) {
  const common = { tag: 'Team', rateLimit: 'seller', cache: PRIVATE } as const;
  return [
    route('GET', '/seller/team', {
      ...common,
      operationId: 'team.get',
      showsInViews: true,
      summary: 'List team members and open invitations',
      access: access.seller('VIEWER'),
      responses: {
        200: Type.Object({ members: Type.Array(MemberView), invitations: Type.Array(InvitationView) }),
      },
      handler: async ({ actor }) => {
        const { members, invitations } = await team.read(actor.seller.sellerId);
        return ok({
          members: members.map((member) => memberView(member, actor.userId)),
          invitations: invitations.map((invitation) => invitationView(invitation, clock.now())),
        });
      },
    }),
    route('POST', '/seller/team/invitations', {
      ...common,
      operationId: 'team.invite',
      summary: 'Invite a person by email',
      access: access.seller('MANAGER'),
      body: InvitationBody,
      responses: { 201: Type.Object({ invitation: InvitationView }) },
      errors: ['ALREADY_EXISTS', 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body }) =>
        created({
          invitation: invitationView(
            await team.invite(actor, { ...body, email: canonicalEmail(body.email) }),
            clock.now(),
          ),
        }),
      answerAgain: async ({ actor }, id) => {
        const invitation = await team.openInvitation(actor.seller.sellerId, id);
        return created({ invitation: invitationView(invitation, clock.now()) });
      },
    }),
    route('DELETE', '/seller/team/invitations/:id', {
      ...common,
      operationId: 'team.withdrawInvitation',
      summary: 'Withdraw an invitation',
      access: access.seller('MANAGER'),
      responses: { 204: null },
      handler: ({ actor, params }) => team.revoke(actor, params.id).then(noContent),
    }),
    route('GET', '/seller/team/invitations/:token/details', {
      ...common,
      operationId: 'team.getInvitation',
      summary: 'Get an invitation by the token of its link',
      access: access.public,
      responses: { 200: Type.Object({ invitation: ReceivedInvitationView }) },
      errors: ['NOT_FOUND'],
      handler: async ({ actor, params }) => {
        const { row, ownCompany } = await team.received(actor, params.token);
        return ok({ invitation: receivedInvitationView(row, ownCompany, clock.now()) });
      },
    }),
    route('POST', '/seller/team/invitations/:token/accept', {
      ...common,
      operationId: 'team.acceptInvitation',
      summary: 'Accept an invitation to a team',
      access: access.user(),
      body: AcceptBody,
      bodyOptional: true,
      responses: { 200: Type.Object({ member: MemberView }) },
      errors: ['INVALID_STATE', 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, params, body }) =>
        ok({
          member: memberView(
            await team.accept(actor, params.token, { leavesCompany: body?.leaveCompany === true }),
            actor.userId,
          ),
        }),
    }),
    route('PATCH', '/seller/team/:memberId', {
      ...common,
      operationId: 'team.changeRole',
      summary: 'Change the team role of a member',
      access: access.seller('MANAGER'),
      body: RoleBody,
      responses: { 200: Type.Object({ member: MemberView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body }) =>
        ok({ member: memberView(await team.changeRole(actor, params.memberId, body.role), actor.userId) }),
    }),
    route('DELETE', '/seller/team/:memberId', {
      ...common,
      operationId: 'team.removeMember',
      summary: 'Remove a member, or leave the team',
      access: access.seller('VIEWER'),
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: ({ actor, params }) => team.remove(actor, params.memberId).then(noContent),
    }),
  ];
}
