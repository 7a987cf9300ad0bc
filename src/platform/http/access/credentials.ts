import type { Actor } from '../../actor.ts';
import type { MountStyle } from '../mounts.ts';

/** Interpretation of a bearer without a key prefix: always a key, a key unless it looks like a token, or always a token. */
export type ExpectedBearer = 'key' | 'keyOrToken' | 'tokenOrKey';

/** Parts of a request that identify its sender. */
export interface Credentials {
  readonly authorization: string | null;
  readonly apiKey: string | null;
  /** Ticket from the query string, on endpoints that accept one instead of other credentials. */
  readonly ticket: string | null;
  readonly ip: string;
  readonly style: MountStyle;
  readonly bearer: ExpectedBearer;
}

export interface Authenticated {
  readonly actor: Actor;
  /** Set when the account demands signed requests or the client sends a signature; the body is checked with it. */
  readonly signing: { readonly secret: string; readonly required: boolean; readonly keyId: string } | null;
}

/** Determines who sends a request; throws INVALID_TOKEN, INVALID_API_KEY … for a bad credential. */
export interface Authenticator {
  authenticate(credentials: Credentials): Promise<Authenticated>;
  /** By the cookie of a browser's session: anonymous without one or after its end. */
  authenticateBrowser(cookieHeader: string | undefined): Promise<Actor>;
  /** Device ID from a signed cookie of a browser that has signed in before; checked without the database. */
  knownDevice(cookieHeader: string | undefined): string | null;
  /** Returns false when this signature was used before; reading requests may share one among themselves. */
  rememberSignature(keyId: string, signature: Buffer, wrote: boolean): Promise<boolean>;
}

/** The ticket of a query. */
export function ticketIn(query: unknown): string | null {
  const { ticket } = query as Readonly<Record<string, unknown>>;
  return typeof ticket === 'string' ? ticket : null;
}
