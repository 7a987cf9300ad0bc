import type { TeamRole } from '../../platform/actor.ts';

/**
 * What each team role may do, for docs/team.md. The rows of the endpoints enforce it by their `teamRole`. Each role
 * may also do what those after it may.
 */
export const TEAM_ROLE_DUTIES: Readonly<Record<TeamRole, string>> = {
  OWNER: 'subscribes and pays, appoints and removes anyone; there is always at least one',
  MANAGER:
    'deletes listings, imports, configures webhooks and the profile, invites and removes agents and viewers',
  AGENT: 'writes and publishes listings, uploads images, answers buyers',
  VIEWER: 'reads listings, conversations, numbers',
};

/** A manager decides about agents and viewers only; an owner about everyone. */
export function mayAssign(own: TeamRole, role: TeamRole): boolean {
  if (own === 'OWNER') return true;
  return own === 'MANAGER' && (role === 'AGENT' || role === 'VIEWER');
}
