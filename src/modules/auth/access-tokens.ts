import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Role } from '../../platform/actor.ts';
import { type Clock, HOUR_MS } from '../../platform/clock.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import { newId } from '../../platform/ids.ts';

/** Specification "Authentication" 1. */
export const ACCESS_TOKEN_SECONDS = HOUR_MS / 1000;

const ALGORITHM = 'HS256';
const ISSUER = 'fifthwheel';
const AUDIENCE = 'fifthwheel-api';
const TYPE = 'at+jwt';
const SKEW_SECONDS = 5;
const TOKEN_LENGTH_MAX = 2048;

/** Signing keys by `kid`; the last one signs. A new one is added here, an old one taken out an hour later. */
const KEY_IDS = ['k1'] as const;
const CURRENT_KEY_ID = KEY_IDS[KEY_IDS.length - 1] ?? 'k1';

/** Headers by which a token would bring its own key along. */
const FOREIGN_KEYS = ['jku', 'jwk', 'x5u', 'x5c', 'x5t', 'x5t#S256'] as const;

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export type AccessTokenProblem = 'invalid' | 'expired';

/** JSON Web Tokens that say who is signed in and by which session; whether that session lives is asked elsewhere. */
export class AccessTokens {
  readonly #keys: ReadonlyMap<string, Uint8Array>;
  readonly #clock: Clock;

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
      .setJti(newId('req'))
      .sign(key);
  }

  /** One algorithm, one type, keys from a fixed table: nothing in the token chooses how it is checked. */
  async read(token: string): Promise<AccessClaims | AccessTokenProblem> {
    if (token.length > TOKEN_LENGTH_MAX || !isCanonical(token)) return 'invalid';
    try {
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
          currentDate: this.#clock.now(),
          maxTokenAge: ACCESS_TOKEN_SECONDS,
          requiredClaims: ['sub', 'sid', 'exp', 'nbf', 'iat'],
        },
      );
      if (typeof payload.sub !== 'string' || typeof payload['sid'] !== 'string') return 'invalid';
      return { userId: payload.sub, sessionId: payload['sid'] };
    } catch (error) {
      return error instanceof joseErrors.JWTExpired ? 'expired' : 'invalid';
    }
  }
}

/** A signature whose last character has other unused bits decodes to the same bytes: there is one text for a token, not four. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
