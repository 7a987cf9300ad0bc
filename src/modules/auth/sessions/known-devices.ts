import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../platform/clock.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import type { Platform } from '../../../platform/module.ts';
import { findFormerSession } from './refresh-tokens.repository.ts';
import type { Client } from '../caller.ts';
import type { Source } from './sign-in-failures.ts';
import type { UserRow } from '../tables.ts';

const COOKIE = 'fifthwheel_device';
const COOKIE_FORM = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,500})(?:;|$)`);
const PURPOSE = 'known-device';
const KNOWN_DAYS = 365;

/**
 * Tells the devices that have signed in to an account before. The proof is a signed cookie, or for clients without
 * cookies a refresh token that the device has had. Neither signs anybody in. A new password makes all devices unknown:
 * whoever had the old one could have made as many as they liked.
 */
export class KnownDevices {
  readonly #parts: Pick<Platform, 'db' | 'clock' | 'keys' | 'config'>;

  constructor(parts: Pick<Platform, 'db' | 'clock' | 'keys' | 'config'>) {
    this.#parts = parts;
  }

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
    const session = await findFormerSession(this.#parts.db, hashToken(refreshToken), user.id);
    return session === undefined ? unknown : { kind: 'session', id: session.id };
  }

  /** The header that makes the device known from now on. */
  remember(user: UserRow, source: Source): { readonly 'set-cookie': string } {
    const { clock, keys, config } = this.#parts;
    const id = source.kind === 'device' ? source.id : randomUUID();
    const payload = `${user.id}.${id}.${Math.floor(clock.now().getTime() / 1000)}`;
    const attributes = [
      `${COOKIE}=${payload}.${keys.sign(PURPOSE, signed(payload, user))}`,
      'Path=/',
      `Max-Age=${(KNOWN_DAYS * DAY_MS) / 1000}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(config.baseUrl.startsWith('https:') ? ['Secure'] : []),
    ];
    return { 'set-cookie': attributes.join('; ') };
  }

  #read(user: UserRow, client: Client): string | null {
    const [userId, id, issuedAt, signature] =
      COOKIE_FORM.exec(client.header('cookie') ?? '')?.[1]?.split('.') ?? [];
    if (userId !== user.id || id === undefined || issuedAt === undefined || signature === undefined)
      return null;
    const { clock, keys } = this.#parts;
    if (!keys.verify(PURPOSE, signed(`${userId}.${id}.${issuedAt}`, user), signature)) return null;
    return clock.now().getTime() - Number(issuedAt) * 1000 < KNOWN_DAYS * DAY_MS ? id : null;
  }
}

function signed(payload: string, user: UserRow): string {
  return `${payload}.${user.password_hash ?? ''}`;
}
