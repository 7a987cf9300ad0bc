/** The session of the user. */
import { forgetDrafts } from '../shared/drafts.ts';
import { CLIENT_HEADERS } from './api.ts';

export const TEAM_ROLES = ['OWNER', 'MANAGER', 'AGENT', 'VIEWER'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly role: 'BUYER' | 'SELLER' | 'ADMIN';
  readonly avatar: string | null;
  readonly emailVerified: boolean;
  readonly teamRole: TeamRole | null;
  readonly company: { readonly name: string; readonly slug: string } | null;
}

export interface Session {
  readonly user: SessionUser;
  readonly unreadMessages: number;
  readonly unreadNotifications: number;
}

/** @returns null without a session @throws if the server does not respond */
export async function readSession(): Promise<Session | null> {
  const response = await fetch('/web/session', { headers: CLIENT_HEADERS });
  if (!response.ok) throw new Error(`the session could not be read: ${response.status}`);
  const { data } = (await response.json()) as { data: Session | { user: null } };
  return data.user === null ? null : (data as Session);
}

export async function signOut(): Promise<void> {
  await fetch('/web/session', { method: 'DELETE', headers: CLIENT_HEADERS });
  forgetDrafts();
  location.assign('/');
}

export function hasRole(user: SessionUser, least: TeamRole | undefined): boolean {
  if (least === undefined) return true;
  return user.teamRole !== null && TEAM_ROLES.indexOf(user.teamRole) <= TEAM_ROLES.indexOf(least);
}
