import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../platform/clock.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { findFormerSession } from './refresh-tokens.repository.ts';
import type { Client } from '../caller.ts';
import type { Source } from './sign-in-failures.ts';
import type { UserRow } from '../tables.ts';

const COOKIE = 'fifthwheel_device';
const COOKIE_FORM = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,500})(?:;|$)`);
const PURPOSE = 'known-device';
const BUDGET_PURPOSE = 'known-device-budget';
const KNOWN_DAYS = 365;

/**
 * Recognizes devices that have signed in to an account before. The proof is a signed cookie or, for clients without
 * cookies, a refresh token that the device has had. Neither authenticates. A new password makes all devices unknown,
 * because an attacker with the old password could have created any number of them.
 *
 * The cookie ends with two signatures. The first covers the password hash, so checking it needs the account's row. The
 * second can be checked without any read, which is all that a rate limit needs.
 */
export class KnownDevices extends Service<Pick<Platform, 'db' | 'clock' | 'keys' | 'config'>> {
  async sourceOf(
    user: UserRow | undefined,
    refreshToken: string | undefined,
    client: Client,
  ): Promise<Source> {
    const unknown = { kind: 'network', ip: client.ip } as const;
    if (user === undefined) return unknown;
    const id = this.#read(user, client);
    if (id !== null) return { kind: 'device', id };
    if (refreshToken === undefined) return unknown;
    const session = await findFormerSession(this.parts.db, hashToken(refreshToken), user.id);
    return session === undefined ? unknown : { kind: 'session', id: session.id };
  }

  /** The header that makes the device known from now on. */
  remember(user: UserRow, source: Source): { readonly 'set-cookie': string } {
    const { clock, keys, config } = this.parts;
    const id = source.kind === 'device' ? source.id : randomUUID();
    const payload = `${user.id}.${id}.${Math.floor(clock.now().getTime() / 1000)}`;
    const signatures = [keys.sign(PURPOSE, signed(payload, user)), keys.sign(BUDGET_PURPOSE, payload)];
    const attributes = [
      `${COOKIE}=${[payload, ...signatures].join('.')}`,
      'Path=/',
      `Max-Age=${(KNOWN_DAYS * DAY_MS) / 1000}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(config.baseUrl.startsWith('https:') ? ['Secure'] : []),
    ];
    return { 'set-cookie': attributes.join('; ') };
  }

  /** The device ID from the cookie alone, for its own rate limit; null without a cookie signed by this server. */
  budgetOf(cookieHeader: string | undefined): string | null {
    const cookie = read(cookieHeader);
    if (cookie === null || !this.parts.keys.verify(BUDGET_PURPOSE, cookie.payload, cookie.budgetSignature))
      return null;
    return this.#isCurrent(cookie) ? cookie.id : null;
  }

  #read(user: UserRow, client: Client): string | null {
    const cookie = read(client.header('cookie') ?? undefined);
    if (cookie === null || cookie.userId !== user.id) return null;
    if (!this.parts.keys.verify(PURPOSE, signed(cookie.payload, user), cookie.signature)) return null;
    return this.#isCurrent(cookie) ? cookie.id : null;
  }

  #isCurrent({ issuedAt }: DeviceCookie): boolean {
    return this.parts.clock.now().getTime() - issuedAt * 1000 < KNOWN_DAYS * DAY_MS;
  }
}

interface DeviceCookie {
  readonly userId: string;
  readonly id: string;
  /** Unix seconds. */
  readonly issuedAt: number;
  readonly payload: string;
  readonly signature: string;
  readonly budgetSignature: string;
}

/** The cookie's parts, before any signature is checked. */
function read(cookieHeader: string | undefined): DeviceCookie | null {
  const parts = COOKIE_FORM.exec(cookieHeader ?? '')?.[1]?.split('.') ?? [];
  const [userId, id, issuedAt, signature, budgetSignature = ''] = parts;
  if (userId === undefined || id === undefined || issuedAt === undefined || signature === undefined)
    return null;
  const payload = `${userId}.${id}.${issuedAt}`;
  return { userId, id, issuedAt: Number(issuedAt), payload, signature, budgetSignature };
}

function signed(payload: string, user: UserRow): string {
  return `${payload}.${user.password_hash ?? ''}`;
}
