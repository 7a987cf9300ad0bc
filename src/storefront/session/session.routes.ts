/** The session of a browser: who is signed in, signing in and signing out. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BrowserSessions, LoginBody } from '../../modules/auth/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { consumeBrowserSignIn } from '../../platform/http/limits/auth-limits.ts';
import type { OwnOrigins } from '../../platform/http/access/same-origin.ts';
import { type RateLimits, requireAllowed } from '../../platform/http/limits/rate-limits.ts';
import { parseJson } from '../../platform/http/request/json-body.ts';
import { allProblems, checkBody } from '../../platform/http/request/validate.ts';
import type { MarketApi } from '../market-api.ts';

interface SessionParts {
  readonly browsers: BrowserSessions;
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** Scripts read it to know whether asking for the session is worth while; it proves nothing. */
const MARK = 'fw-in';
const MARK_SECONDS = 30 * 24 * 60 * 60;

interface Me {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly avatar: string | null;
  readonly emailVerified: boolean;
  readonly seller?: { readonly slug: string; readonly companyName: string };
}

export function addSession(
  app: FastifyInstance,
  parts: SessionParts & { readonly market: MarketApi; readonly origins: OwnOrigins },
): void {
  const config = { rateLimit: 'pages' } as const;
  app.get('/web/session', { config }, async (request, reply) => {
    parts.origins.require(request, 'script');
    reply.header('cache-control', 'private, no-store');
    const actor = await parts.browsers.authenticate(request.headers.cookie);
    if (actor.kind !== 'user') {
      reply.header('set-cookie', mark(false));
      return { success: true, data: { user: null } };
    }
    const ask = async <T>(path: string): Promise<T> =>
      (await parts.market.get<T>(path, 'en', { actor })).data;
    const [me, messages, notifications] = await Promise.all([
      ask<Me>('/auth/me'),
      ask<{ unreadCount: number }>('/messages/unread'),
      ask<{ unreadCount: number }>('/notifications/unread-count'),
    ]);
    const renewed = parts.browsers.renewedCookie(request.headers.cookie);
    reply.header('set-cookie', [mark(true), ...(renewed === null ? [] : [renewed])]);
    const { id, name, role, avatar, emailVerified, seller } = me;
    return {
      success: true,
      data: {
        user: {
          id,
          name,
          role,
          avatar,
          emailVerified,
          isSeller: seller !== undefined,
          teamRole: actor.seller?.teamRole ?? null,
          company: seller === undefined ? null : { name: seller.companyName, slug: seller.slug },
        },
        view: actor.credential.kind === 'view' ? { name, until: actor.credential.until.toISOString() } : null,
        unreadMessages: messages.unreadCount,
        unreadNotifications: notifications.unreadCount,
      },
    };
  });
  app.post('/web/session', { config }, async (request, reply) => {
    parts.origins.require(request, 'script');
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (raw.length === 0) throw new AppError('BAD_REQUEST', 'A JSON body is required.');
    const checked = checkBody(LoginBody, parseJson(raw));
    if (checked.problems.length > 0) throw await allProblems(checked, async () => []);
    const { user, cookies } = await signIn(parts, checked.value as LoginBody, request);
    const { id, name, role, avatar } = user;
    return reply
      .headers({ 'cache-control': 'private, no-store', 'set-cookie': [...cookies] })
      .send({ success: true, data: { user: { id, name, role, avatar } } });
  });
  app.delete('/web/session', { config }, async (request, reply) => {
    parts.origins.require(request, 'script');
    const cookies = await signOut(parts.browsers, request);
    return reply
      .code(204)
      .headers({ 'cache-control': 'private, no-store', 'set-cookie': [...cookies] })
      .send();
  });
}

/** Shares the rate limits of the API's own sign-in. */
export async function signIn(
  parts: SessionParts,
  credentials: LoginBody,
  request: FastifyRequest,
): Promise<Awaited<ReturnType<BrowserSessions['begin']>>> {
  const { clock, rateLimits, browsers } = parts;
  const arrivedAt = clock.now();
  const verdict = await consumeBrowserSignIn(rateLimits, request, browsers);
  requireAllowed(verdict);
  const { user, cookies } = await browsers.begin(credentials, {
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    arrivedAt,
    header: () => request.headers.cookie ?? null,
  });
  return { user, cookies: [...cookies, mark(true)] };
}

export async function signOut(
  browsers: BrowserSessions,
  request: FastifyRequest,
): Promise<readonly string[]> {
  return [await browsers.end(request.headers.cookie), mark(false)];
}

function mark(isSignedIn: boolean): string {
  return `${MARK}=${isSignedIn ? '1' : ''}; Max-Age=${isSignedIn ? MARK_SECONDS : 0}; Path=/; SameSite=Lax`;
}
