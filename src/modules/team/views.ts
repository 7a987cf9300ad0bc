import { type Static, Type } from 'typebox';
import { TEAM_ROLES } from '../../platform/actor.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { InvitationRow, MemberRow } from './repository.ts';

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

export function memberView(row: MemberRow, ownUserId: string): MemberView {
  return fromRow(MemberView, row, { isYou: row.user_id === ownUserId });
}

export function invitationView(row: InvitationRow, now: Date): InvitationView {
  return fromRow(InvitationView, row, { expired: row.expires_at <= now });
}
