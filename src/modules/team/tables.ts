import type { TeamRole } from '../../platform/actor.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    team_invitations: TeamInvitationTable;
  }
}

export interface TeamInvitationTable {
  id: string;
  seller_id: string;
  email: string;
  role: TeamRole;
  token_hash: Buffer;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by: string | null;
  revoked_at: Date | null;
}
