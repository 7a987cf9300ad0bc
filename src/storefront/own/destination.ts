/**
 * The page for which a reader signs in or registers. It travels as `next` in the addresses of the pages on the way. The links in
 * emails cannot carry it, so a cookie keeps it for those who continue from their mailbox.
 */
import type { FastifyRequest } from 'fastify';
import type { Reading } from './own-page.ts';

const COOKIE = 'fw-next';
const KEPT_SECONDS = 60 * 60;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const INVITATION = /^\/[a-z]{2}\/team\/invitations\/([^/?]+)$/;

/** The address of a page on the way; without a destination, that of the page alone. */
export function pathWithNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}

/** The cookie that keeps the destination of the page, if it has one. */
export function keepDestination({ query }: Pick<Reading, 'query'>): readonly string[] {
  const next = query.get('next');
  return next === null
    ? []
    : [`${COOKIE}=${encodeURIComponent(next)}; Max-Age=${KEPT_SECONDS}; ${ATTRIBUTES}`];
}

export function forgetDestination(): string {
  return `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
}

/** From outside, like `next`: use it as a path of this host only. */
export function keptDestination({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The token of the invitation that a reader signs in or registers for. */
export function invitationToken({ query }: Pick<Reading, 'query'>): string | null {
  return INVITATION.exec(query.get('next') ?? '')?.[1] ?? null;
}
