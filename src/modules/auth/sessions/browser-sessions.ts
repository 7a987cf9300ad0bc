/**
 * Sessions of browsers, which a secret in a cookie proves. They are listed and ended like those with refresh tokens.
 *
 * There is no refresh token in the cookie: one works once, and a second use ends the session, so a tab that comes late
 * would sign people out.
 */
import { type Actor, ANONYMOUS } from '../../../platform/actor.ts';
import { addMs, DAY_MS } from '../../../platform/clock.ts';
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { SessionCookie } from '../../../platform/http/access/session-cookie.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Settings } from '../../settings/index.ts';
import { accountSuspended, actorOf } from '../account/account-holder.ts';
import { findViewable } from './account-views.repository.ts';
import type { Client } from '../caller.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginBody } from '../schemas.ts';
import type { UserRow } from '../tables.ts';
import {
  type BrowserSession,
  endSession,
  findBrowserSession,
  insertSession,
  recordSessionUse,
  extendBrowserSession,
  LAST_SEEN_PRECISION_MS,
} from './sessions.repository.ts';
import type { SignIn } from './sign-in.ts';

/** Idle sessions end after this time. */
const COOKIE_MS = 30 * DAY_MS;

type BrowserSessionsParts = Pick<Platform, 'db' | 'clock' | 'config'> & {
  readonly settings: Settings;
  readonly signIn: SignIn;
  readonly devices: KnownDevices;
};

export class BrowserSessions extends Service<BrowserSessionsParts> {
  readonly #cookie = new SessionCookie(this.parts.config.baseUrl);

  /**
   * Begins a session with a new secret, and ends the one that the browser had.
   * @throws INVALID_CREDENTIALS, FORBIDDEN, RATE_LIMITED
   */
  async begin(
    credentials: LoginBody,
    client: Client,
  ): Promise<{ readonly user: UserRow; readonly cookies: readonly string[] }> {
    const secret = newToken('');
    const { user, headers } = await this.parts.signIn.signIn(credentials, client, async (trx, holder) => {
      const now = this.parts.clock.now();
      await insertSession(trx, {
        id: newId('ses', now),
        userId: holder.id,
        ip: client.ip,
        userAgent: client.userAgent,
        createdAt: now,
        expiresAt: addMs(now, Math.min(COOKIE_MS, this.#sessionMs())),
        cookieHash: hashToken(secret),
      });
    });
    await this.end(client.header('cookie') ?? undefined);
    return { user, cookies: [this.#cookie.set(secret, COOKIE_MS / 1000), ...Object.values(headers)] };
  }

  /** @throws FORBIDDEN for a suspended account */
  async authenticate(cookieHeader: string | undefined): Promise<Actor> {
    const secret = this.#cookie.read(cookieHeader);
    if (secret === null) return ANONYMOUS;
    const { db, clock } = this.parts;
    const now = clock.now();
    const found = await findBrowserSession(db, hashToken(secret), now);
    if (found === undefined) return ANONYMOUS;
    if (found.status === 'suspended') throw accountSuspended();
    if (now.getTime() - found.last_used_at.getTime() >= LAST_SEEN_PRECISION_MS)
      await recordSessionUse(db, { id: found.session_id }, now);
    // A day late is early enough, and no write on every request.
    if (found.expires_at.getTime() - now.getTime() < COOKIE_MS - DAY_MS)
      await extendBrowserSession(db, found.session_id, addMs(now, COOKIE_MS), this.#sessionMs());
    return (
      (await this.#viewed(found, now)) ??
      actorOf(found, {
        kind: 'session',
        sessionId: found.session_id,
        begunAt: found.begun_at,
      })
    );
  }

  /** The account that the administrator of the session is viewing. */
  async #viewed(session: BrowserSession, now: Date): Promise<Actor | null> {
    const { viewing_user_id: userId, viewing_until: until, role } = session;
    if (userId === null || until === null || until <= now || role !== 'ADMIN') return null;
    const viewed = await findViewable(this.parts.db, userId);
    if (viewed === undefined) return null;
    return actorOf(viewed, {
      kind: 'view',
      sessionId: session.session_id,
      viewedBy: session.user_id,
      until,
    });
  }

  /** The cookie again, so that it lives as long as the session that was used. */
  renewedCookie(cookieHeader: string | undefined): string | null {
    const secret = this.#cookie.read(cookieHeader);
    return secret === null ? null : this.#cookie.set(secret, COOKIE_MS / 1000);
  }

  knownDevice(cookieHeader: string | undefined): string | null {
    return this.parts.devices.budgetOf(cookieHeader);
  }

  /** Ends the session of a cookie, if it is alive; returns the header that removes the cookie. */
  async end(cookieHeader: string | undefined): Promise<string> {
    const secret = this.#cookie.read(cookieHeader);
    const { db, clock } = this.parts;
    const now = clock.now();
    const found = secret === null ? undefined : await findBrowserSession(db, hashToken(secret), now);
    if (found !== undefined) {
      const session = { id: found.session_id, userId: found.user_id };
      await inTransaction(db, (trx) => endSession(trx, session, 'logout', now));
    }
    return this.#cookie.clear();
  }

  #sessionMs(): number {
    return this.parts.settings.get('auth.sessionDaysMax') * DAY_MS;
  }
}
