/**
 * Sessions, which a sign-in begins and a logout ends.
 *
 * A session has a chain of refresh tokens, each good for one exchange; of concurrent exchanges of one token exactly
 * one succeeds. A token used again after its successor was handed out means that two parties hold it, so the session
 * ends for both. The successor leaves the server a moment after the exchange has committed. A request with the old
 * token before that moment has lost a race, as two tabs or a retry do: it is rejected, and the successor stays valid.
 * Each refresh token lives for 30 days from its own issue, and the session with its last one; it ends
 * `auth.sessionDaysMax` after the sign-in, however often it was renewed.
 */
import { ANONYMOUS, type Role, type UserActor } from '../../../platform/actor.ts';
import { DAY_MS, addMs } from '../../../platform/clock.ts';
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import { type Page, pagination } from '../../../platform/http/pagination.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Settings } from '../../settings/index.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import type { Client } from '../caller.ts';
import { SessionView } from '../schemas.ts';
import {
  findRefreshToken,
  insertRefreshToken,
  renewSession,
  useRefreshToken,
} from './refresh-tokens.repository.ts';
import { endSession, insertSession, listLiveSessions } from './sessions.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Specification "Authentication" 1. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;
const REFRESH_TOKEN_FORM = /^fwr_[A-Za-z0-9_-]{43}$/;
const REFRESH_TOKEN_PREFIX = 'fwr_';
/** Delay that lets requests sent together arrive together, and that users do not notice. */
const ANSWER_AFTER_MS = 200;

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

type Exchange =
  | {
      readonly kind: 'renewed';
      readonly sessionId: string;
      readonly userId: string;
      readonly role: Role;
      readonly answerAt: Date;
    }
  | { readonly kind: 'refused' };

type SessionsParts = Pick<Platform, 'db' | 'clock' | 'audit'> & {
  readonly tokens: AccessTokens;
  readonly settings: Settings;
};

export class Sessions extends Service<SessionsParts> {
  /** Begins a session in the transaction of the sign-in. */
  async begin(
    trx: Transaction,
    user: { readonly id: string; readonly role: Role },
    client: Client,
  ): Promise<TokenPair> {
    const now = this.parts.clock.now();
    const sessionId = newId('ses', now);
    await insertSession(trx, {
      id: sessionId,
      userId: user.id,
      ip: client.ip,
      userAgent: client.userAgent,
      createdAt: now,
      expiresAt: addMs(now, Math.min(REFRESH_TOKEN_MS, this.#sessionMs())),
    });
    const refreshToken = newToken(REFRESH_TOKEN_PREFIX);
    await insertRefreshToken(trx, {
      hash: hashToken(refreshToken),
      sessionId,
      parentHash: null,
      createdAt: now,
    });
    return this.#pair({ userId: user.id, sessionId, role: user.role }, refreshToken);
  }

  async refresh(refreshToken: string, client: Client): Promise<TokenPair> {
    if (!REFRESH_TOKEN_FORM.test(refreshToken)) throw invalidRefreshToken();
    const used = hashToken(refreshToken);
    const successor = newToken(REFRESH_TOKEN_PREFIX);
    const exchange = await inTransaction(this.parts.db, (trx) =>
      this.#exchange(trx, { used, successor: hashToken(successor) }, client),
    );
    if (exchange.kind === 'refused') throw invalidRefreshToken();
    const pair = await this.#pair(exchange, successor);
    await this.#waitUntil(exchange.answerAt);
    return pair;
  }

  async #exchange(
    trx: Transaction,
    token: { used: Buffer; successor: Buffer },
    client: Client,
  ): Promise<Exchange> {
    const now = this.parts.clock.now();
    const answerAt = addMs(now, ANSWER_AFTER_MS);
    const won = await useRefreshToken(trx, token.used, answerAt);
    if (won === undefined) {
      await this.#endIfReplayed(trx, token.used, client);
      return { kind: 'refused' };
    }
    const renewed = await renewSession(
      trx,
      { id: won.session_id, ip: client.ip, userAgent: client.userAgent },
      {
        now,
        expiresAt: addMs(now, REFRESH_TOKEN_MS),
        begunAfter: addMs(now, -this.#sessionMs()),
        sessionMs: this.#sessionMs(),
      },
    );
    if (renewed === undefined) return { kind: 'refused' };
    await insertRefreshToken(trx, {
      hash: token.successor,
      sessionId: won.session_id,
      parentHash: token.used,
      createdAt: now,
    });
    const { user_id: userId, role } = renewed;
    return { kind: 'renewed', sessionId: won.session_id, userId, role, answerAt };
  }

  async #endIfReplayed(trx: Transaction, used: Buffer, client: Client): Promise<void> {
    const known = await findRefreshToken(trx, used);
    if (known === undefined || known.used_at === null || client.arrivedAt < known.used_at) return;
    const { audit, clock } = this.parts;
    const session = { id: known.session_id, userId: known.user_id };
    if (!(await endSession(trx, session, 'refresh_token_reused', clock.now()))) return;
    await audit.record(trx, {
      actor: ANONYMOUS,
      action: 'refresh_token.reused',
      subject: { type: 'user', id: known.user_id },
      after: { endedSession: known.session_id },
      origin: client,
    });
  }

  /** Ends the session of the current credential. */
  async logout(actor: UserActor): Promise<void> {
    if (actor.credential.kind !== 'session') return;
    const session = { id: actor.credential.sessionId, userId: actor.userId };
    await inTransaction(this.parts.db, (trx) => endSession(trx, session, 'logout', this.parts.clock.now()));
  }

  async list(actor: UserActor, page: Page) {
    const { db, clock } = this.parts;
    const { rows, total } = await listLiveSessions(db, actor.userId, clock.now(), page);
    const current = currentSessionId(actor);
    return {
      sessions: rows.map((row) => fromRow(SessionView, row, { current: row.id === current })),
      pagination: pagination(page, total),
    };
  }

  /** Ends one of the actor's own sessions, on whatever device. */
  async end(actor: UserActor, sessionId: string, origin: Origin): Promise<void> {
    if (!isId('ses', sessionId)) throw notFound('session');
    const { db, clock, audit } = this.parts;
    await inTransaction(db, async (trx) => {
      const session = { id: sessionId, userId: actor.userId };
      if (!(await endSession(trx, session, 'ended_by_user', clock.now()))) throw notFound('session');
      await audit.record(trx, {
        actor,
        action: 'session.ended',
        subject: { type: 'session', id: sessionId },
        origin,
      });
    });
  }

  async #pair(
    claims: { readonly userId: string; readonly sessionId: string; readonly role: Role },
    refreshToken: string,
  ): Promise<TokenPair> {
    const accessToken = await this.parts.tokens.issue(claims);
    return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS };
  }

  #sessionMs(): number {
    return this.parts.settings.get('auth.sessionDaysMax') * DAY_MS;
  }

  async #waitUntil(instant: Date): Promise<void> {
    const ms = instant.getTime() - this.parts.clock.now().getTime();
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(ms, ANSWER_AFTER_MS)));
  }
}

export function currentSessionId(actor: UserActor): string | null {
  return actor.credential.kind === 'session' ? actor.credential.sessionId : null;
}

/** One error for unknown, used, expired and ended tokens, so that guessing a token does not reveal which it was. */
function invalidRefreshToken(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    t('The refresh token is not valid or was used before. Sign in again.'),
  );
}
