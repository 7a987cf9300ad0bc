import { errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Role } from '../../../platform/actor.ts';
import { type Clock, HOUR_MS } from '../../../platform/clock.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { newUlid } from '../../../platform/ids.ts';

/** Specification "Authentication" 1. */
export const ACCESS_TOKEN_SECONDS = HOUR_MS / 1000;

const ALGORITHM = 'HS256';
const ISSUER = 'fifthwheel';
const AUDIENCE = 'fifthwheel-api';
const TYPE = 'at+jwt';
const SKEW_SECONDS = 5;
const TOKEN_LENGTH_MAX = 2048;

/** Signing keys by `kid`; the first one signs. To rotate, add a new key before it and remove the old one an hour later. */
const KEY_IDS = ['k1'] as const;
const [CURRENT_KEY_ID] = KEY_IDS;

/** Headers with which a token would name its own key. */
const FOREIGN_KEYS = ['jku', 'jwk', 'x5u', 'x5c', 'x5t', 'x5t#S256'] as const;

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export type AccessTokenProblem = 'invalid' | 'expired';

/** Claims of a token with a verified signature, and the span within which that verdict holds. */
interface Verified {
  readonly claims: AccessClaims;
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Number of verified tokens to cache: a client sends the same token for an hour, and verifying it takes longer than all other
 * work for a short response.
 */
const VERIFIED_MAX = 5000;

/** JSON Web Tokens that identify the user and the session. Other code checks whether the session is still live. */
export class AccessTokens {
  readonly #keys: ReadonlyMap<string, Uint8Array>;
  readonly #clock: Clock;
  readonly #verified = new LRUCache<string, Verified>({ max: VERIFIED_MAX });

  constructor(keys: Keys, clock: Clock) {
    this.#keys = new Map(KEY_IDS.map((id) => [id, new Uint8Array(keys.derive(`access-token:${id}`))]));
    this.#clock = clock;
  }

  async issue(claims: AccessClaims & { readonly role: Role }): Promise<string> {
    const key = this.#keys.get(CURRENT_KEY_ID);
    if (key === undefined) throw new Error('there is no key to sign access tokens with');
    const issuedAt = Math.floor(this.#clock.now().getTime() / 1000);
    return new SignJWT({ sid: claims.sessionId, role: claims.role })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: CURRENT_KEY_ID })
      .setSubject(claims.userId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
      .setJti(newUlid())
      .sign(key);
  }

  /** Verifies that the token is ours and not expired. */
  async read(token: string): Promise<AccessClaims | AccessTokenProblem> {
    if (token.length > TOKEN_LENGTH_MAX || !isCanonical(token)) return 'invalid';
    const now = this.#clock.now();
    const known = this.#verified.get(token);
    if (known !== undefined && known.fromMs <= now.getTime() && now.getTime() < known.untilMs)
      return known.claims;
    try {
      const payload = await this.#verify(token, now);
      if (typeof payload.sub !== 'string' || typeof payload['sid'] !== 'string') return 'invalid';
      const claims = { userId: payload.sub, sessionId: payload['sid'] };
      const untilMs = 1000 * Math.min(payload.exp ?? 0, (payload.iat ?? 0) + ACCESS_TOKEN_SECONDS);
      this.#verified.set(token, { claims, fromMs: now.getTime(), untilMs });
      return claims;
    } catch (error) {
      return error instanceof joseErrors.JWTExpired ? 'expired' : 'invalid';
    }
  }

  /** One algorithm, one type, keys from a fixed table: nothing in the token chooses how it is checked. */
  async #verify(token: string, now: Date): Promise<JWTPayload> {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = typeof header.kid === 'string' ? this.#keys.get(header.kid) : undefined;
        if (key === undefined || FOREIGN_KEYS.some((name) => name in header))
          throw new joseErrors.JWSInvalid('unknown key');
        return key;
      },
      {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTolerance: SKEW_SECONDS,
        currentDate: now,
        maxTokenAge: ACCESS_TOKEN_SECONDS,
        requiredClaims: ['sub', 'sid', 'exp', 'nbf', 'iat'],
      },
    );
    return payload;
  }
}

/**
 * Base64url ignores unused bits of the last character, so four texts would decode to one signature; only one of them
 * is accepted.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
