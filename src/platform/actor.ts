export const ROLES = ['BUYER', 'SELLER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

/** Ordered: each role may also do what the roles after it may. */
export const TEAM_ROLES = ['OWNER', 'MANAGER', 'AGENT', 'VIEWER'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** Specification "Authentication" 6. */
export const SCOPES = [
  'listings:read',
  'listings:write',
  'listings:delete',
  'messages:read',
  'messages:write',
  'analytics:read',
  'webhooks:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

export interface SellerMembership {
  readonly sellerId: string;
  readonly teamRole: TeamRole;
}

/** A signed-in person, or an API key that acts as its owner within its scopes. */
export interface UserActor {
  readonly kind: 'user';
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: Role;
  readonly language: string;
  readonly seller: SellerMembership | null;
  readonly credential:
    | {
        readonly kind: 'session';
        readonly sessionId: string;
        /** Only for a browser's session: when the user signed in. */
        readonly begunAt?: Date;
      }
    | {
        readonly kind: 'apiKey';
        readonly keyId: string;
        readonly scopes: readonly Scope[];
        readonly expiresAt: Date | null;
      }
    | {
        /** Session of an administrator who views this account read-only. */
        readonly kind: 'view';
        readonly sessionId: string;
        readonly viewedBy: string;
        readonly until: Date;
      };
}

/** The account whose limits a user's requests count against: the seller, shared by its team, or else the user. */
export function accountOf(actor: Pick<UserActor, 'userId' | 'seller'>): string {
  return actor.seller?.sellerId ?? actor.userId;
}

export interface AnonymousActor {
  readonly kind: 'anonymous';
}

/** The server itself: jobs, seeds, schedules. */
export interface SystemActor {
  readonly kind: 'system';
}

export type Actor = UserActor | AnonymousActor | SystemActor;

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };

export function hasTeamRole(membership: SellerMembership, least: TeamRole): boolean {
  return TEAM_ROLES.indexOf(membership.teamRole) <= TEAM_ROLES.indexOf(least);
}

/** Status of a user account or a company. */
export type AccountStatus = 'active' | 'suspended' | 'erased';
