import { type Static, Type } from 'typebox';
import { TEAM_ROLES } from '../../platform/actor.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import {
  type AddressedInvitation,
  COMPANY_HOLDINGS,
  type InvitationRow,
  type MemberRow,
} from './repository.ts';

export const MemberView = NamedObject('TeamMember', {
  id: Type.String(),
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  avatar: Nullable(Type.String()),
  role: Literals(TEAM_ROLES),
  isYou: Type.Boolean(),
  createdAt: Timestamp,
});
export type MemberView = Static<typeof MemberView>;

export const InvitationView = NamedObject('TeamInvitation', {
  id: Type.String(),
  email: Type.String(),
  role: Literals(TEAM_ROLES),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  expired: Type.Boolean(),
});
export type InvitationView = Static<typeof InvitationView>;

export const ReceivedInvitationView = NamedObject('ReceivedTeamInvitation', {
  company: Type.String(),
  role: Literals(TEAM_ROLES),
  email: Type.String({ description: 'Only the account with this address can accept it' }),
  state: Literals(['open', 'accepted', 'revoked', 'expired']),
  expiresAt: Timestamp,
  isForYou: Type.Boolean({ description: 'Whether the request comes from the account with that address' }),
  ownCompany: Nullable(
    Type.Object(
      {
        name: Type.String(),
        holdings: Type.Array(Literals(COMPANY_HOLDINGS), {
          description: 'Why you cannot leave it for the team; empty if you can, with `leaveCompany`',
        }),
      },
      { description: 'The company to which the invited user already belongs' },
    ),
  ),
});
export type ReceivedInvitationView = Static<typeof ReceivedInvitationView>;

export function receivedInvitationView(
  row: AddressedInvitation,
  ownCompany: ReceivedInvitationView['ownCompany'],
  now: Date,
): ReceivedInvitationView {
  return fromRow(ReceivedInvitationView, row, {
    company: row.company_name,
    isForYou: row.is_theirs,
    state: stateOf(row, now),
    ownCompany,
  });
}

function stateOf(row: InvitationRow, now: Date): ReceivedInvitationView['state'] {
  if (row.accepted_at !== null) return 'accepted';
  // Inviting the next person revokes expired invitations.
  if (row.revoked_at !== null && row.revoked_at < row.expires_at) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'open';
}

export function memberView(row: MemberRow, ownUserId: string): MemberView {
  return fromRow(MemberView, row, { isYou: row.user_id === ownUserId });
}

export function invitationView(row: InvitationRow, now: Date): InvitationView {
  return fromRow(InvitationView, row, { expired: row.expires_at <= now });
}
