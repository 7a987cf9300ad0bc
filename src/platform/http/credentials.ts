import type { Actor, Scope } from '../actor.ts';
import type { MountStyle } from './mounts.ts';

/** What a bearer is that does not say by its prefix: always a key, a key unless it has the form of a token, or a token. */
export type ExpectedBearer = 'key' | 'keyOrToken' | 'tokenOrKey';

/** What of a request tells who sends it. */
export interface Credentials {
  readonly authorization: string | null;
  readonly apiKey: string | null;
  readonly ip: string;
  readonly style: MountStyle;
  readonly bearer: ExpectedBearer;
}

export interface Authenticated {
  readonly actor: Actor;
  /** Where the account demands it, or the client sends one, the request's signature is checked with this. */
  readonly signing: { readonly secret: string; readonly required: boolean; readonly keyId: string } | null;
}

/** Tells who sends a request; throws INVALID_TOKEN, INVALID_API_KEY … for a credential that is bad. */
export interface Authenticator {
  authenticate(credentials: Credentials): Promise<Authenticated>;
  /** False when this very signature was seen before. */
  rememberSignature(keyId: string, signature: string): Promise<boolean>;
}

export type { Scope };
