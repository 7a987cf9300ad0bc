import type { Platform } from '../../../platform/module.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type {
  Authenticated,
  Authenticator,
  Credentials,
  ExpectedBearer,
} from '../../../platform/http/access/credentials.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { ApiKeyAuthenticator } from '../keys/api-key-authenticator.ts';
import { redeemTicket } from './stream-tickets.ts';
import { findLiveSession, recordSessionUse, LAST_SEEN_PRECISION_MS } from './sessions.repository.ts';
import { accountSuspended, actorOf } from '../account/account-holder.ts';
import type { Database } from '../../../platform/db/database.ts';
import { t } from '../../../platform/errors/sentence.ts';

const BEARER = /^Bearer ([^\s]+)$/i;
/** The form of a JWT. */
const TOKEN = /^[^.]*\.[^.]*\.[^.]*$/;
const API_KEY_PREFIX = 'fw_';

/** Turns the headers of a request into an actor. An invalid credential is rejected on public endpoints too. */
export function createAuthenticator(parts: {
  db: Database;
  clock: Clock;
  tokens: AccessTokens;
  apiKeys: ApiKeyAuthenticator;
  browsers: BrowserSessions;
}): Authenticator {
  return {
    async authenticate(credentials: Credentials): Promise<Authenticated> {
      if (credentials.ticket !== null && credentials.authorization === null && credentials.apiKey === null)
        return { actor: await ticketActor(parts, credentials.ticket), signing: null };
      const bearer = readBearer(credentials.authorization);
      // Generated clients send one credential by each scheme that an operation names.
      const apiKey = credentials.apiKey === bearer ? null : credentials.apiKey;
      const key = apiKey ?? (isMeantAsKey(bearer, credentials.bearer) ? bearer : null);
      if (key !== null) return parts.apiKeys.authenticate(key, credentials.ip);
      if (bearer === null)
        throw new AppError('INVALID_TOKEN', 'The Authorization header must be "Bearer" and a token.');
      return { actor: await sessionActor(parts, bearer, credentials), signing: null };
    },
    authenticateBrowser: (cookieHeader) => parts.browsers.authenticate(cookieHeader),
    knownDevice: (cookieHeader) => parts.browsers.knownDevice(cookieHeader),
    rememberSignature: (keyId, signature, wrote) => parts.apiKeys.rememberSignature(keyId, signature, wrote),
  };
}

/** Resolves a stream ticket to the user who requested it, provided that the session is still live. */
async function ticketActor(parts: Pick<Platform, 'db' | 'clock'>, ticket: string): Promise<Actor> {
  const now = parts.clock.now();
  const session = await redeemTicket(parts.db, ticket, now);
  const holder =
    session === undefined
      ? undefined
      : await findLiveSession(parts.db, session.session_id, session.user_id, now);
  if (session === undefined || holder === undefined)
    throw new AppError('INVALID_TOKEN', 'The ticket has been used or has expired; request another one.');
  if (holder.status === 'suspended') throw accountSuspended();
  return actorOf(holder, { kind: 'session', sessionId: session.session_id });
}

/** Whether the bearer looks like an API key: by its prefix, or because it cannot be another expected credential. */
function isMeantAsKey(bearer: string | null, expected: ExpectedBearer): boolean {
  if (bearer === null) return false;
  if (expected === 'key' || bearer.startsWith(API_KEY_PREFIX)) return true;
  return expected === 'keyOrToken' && !TOKEN.test(bearer);
}

function readBearer(header: string | null): string | null {
  return header === null ? null : (BEARER.exec(header.trim())?.[1] ?? null);
}

async function sessionActor(
  parts: { db: Database; clock: Clock; tokens: AccessTokens },
  token: string,
  credentials: Credentials,
): Promise<Actor> {
  const claims = await parts.tokens.read(token);
  if (claims === 'expired') {
    const code = credentials.style === 'versioned' ? 'EXPIRED_TOKEN' : 'TOKEN_EXPIRED';
    throw new AppError(code, t('The access token has expired. Exchange the refresh token for a new one.'));
  }
  if (claims === 'invalid') throw new AppError('INVALID_TOKEN', t('The access token is not valid.'));
  const now = parts.clock.now();
  const holder = await findLiveSession(parts.db, claims.sessionId, claims.userId, now);
  if (holder === undefined)
    throw new AppError('INVALID_TOKEN', t('The session of this access token has ended. Sign in again.'));
  if (holder.status === 'suspended') throw accountSuspended();
  if (now.getTime() - holder.last_used_at.getTime() >= LAST_SEEN_PRECISION_MS)
    await recordSessionUse(parts.db, { id: claims.sessionId }, now);
  return actorOf(holder, { kind: 'session', sessionId: claims.sessionId });
}
