/**
 * `Idempotency-Key`: the same key with the same request within a day gets the stored answer.
 *
 * The key's row is inserted first in the transaction that commits the request's effect. Of equal requests at once,
 * one gets the row; the others wait on its primary key until it has committed, and then read its answer. A process
 * that dies after the commit but before storing the answer leaves a row without one: the effect happened once, and a
 * repetition is told so.
 *
 * Answers may contain tokens and new keys, requests passwords: the answer is encrypted, and of the request only a
 * keyed hash is kept.
 */
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { HOUR_MS, addMs } from '../clock.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../db/database.ts';
import { isUniqueViolation } from '../db/sql-errors.ts';
import { afterCommit, withFirstStatement } from '../db/transaction.ts';
import { AppError } from '../errors/app-error.ts';

export interface StoredReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface IdempotentRequest {
  readonly principal: string;
  readonly endpoint: string;
  readonly key: string;
  /** What a repetition must match. */
  readonly content: unknown;
}

const KEPT_MS = 24 * HOUR_MS;
const PURGE_BATCH = 1000;
const ANSWER_WAIT_MS = 50;
const ANSWER_WAITS_MAX = 40;

const REPLY_PURPOSE = 'idempotent-reply';
const REQUEST_PURPOSE = 'idempotent-request';

export class IdempotencyKeys {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #keys: Keys;

  constructor(parts: { db: Database; clock: Clock; keys: Keys }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#keys = parts.keys;
  }

  /** Runs `work` once for the key. `replayed` tells that the answer was stored before. */
  async once(
    request: IdempotentRequest,
    work: () => Promise<StoredReply>,
  ): Promise<{ reply: StoredReply; replayed: boolean }> {
    const known = await this.#find(request);
    if (known !== null) return { reply: known, replayed: true };
    let claimed = false;
    try {
      const reply = await withFirstStatement(async (trx) => {
        if (claimed) return;
        await sql`
            insert into idempotency_keys (principal, endpoint, key, request_hash, created_at)
            values (${request.principal}, ${request.endpoint}, ${request.key}, ${this.#hash(request)}, ${this.#clock.now()})`.execute(
          trx,
        );
        // Only a commit counts: a transaction that is retried after a lost race inserts its key again.
        afterCommit(trx, () => {
          claimed = true;
        });
      }, work);
      if (claimed && reply.status < 500) await this.#store(request, reply);
      return { reply, replayed: false };
    } catch (error) {
      if (isUniqueViolation(error, 'idempotency_keys_pkey'))
        return { reply: await this.#waitFor(request), replayed: true };
      const isRefused = error instanceof AppError && error.status < 500;
      // The refusal may come from the effect of an equal request that has committed since the key was looked up.
      const ofTwin = isRefused && !claimed ? await this.#find(request) : null;
      if (ofTwin !== null) return { reply: ofTwin, replayed: true };
      // A refusal that committed something (a counted failure) is not stored: the request may be tried again.
      if (isRefused && claimed) await this.#forget(request);
      throw error;
    }
  }

  async purge(): Promise<void> {
    await sql`
      delete from idempotency_keys where ctid in (
        select ctid from idempotency_keys where created_at < ${addMs(this.#clock.now(), -KEPT_MS)} limit ${PURGE_BATCH}
      )`.execute(this.#db);
  }

  async #find(request: IdempotentRequest): Promise<StoredReply | null> {
    const row = await this.#db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('principal', '=', request.principal)
      .where('endpoint', '=', request.endpoint)
      .where('key', '=', request.key)
      .where('created_at', '>', addMs(this.#clock.now(), -KEPT_MS))
      .executeTakeFirst();
    if (row === undefined) return this.#forgetExpired(request);
    if (!row.request_hash.equals(this.#hash(request))) {
      throw new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for a different request.');
    }
    if (row.status === null || row.body === null) return this.#waitFor(request);
    return { status: row.status, headers: row.headers as Record<string, string>, body: this.#open(row.body) };
  }

  async #forget(request: IdempotentRequest): Promise<void> {
    await this.#db
      .deleteFrom('idempotency_keys')
      .where('principal', '=', request.principal)
      .where('endpoint', '=', request.endpoint)
      .where('key', '=', request.key)
      .where('status', 'is', null)
      .execute();
  }

  #hash(request: IdempotentRequest): Buffer {
    return Buffer.from(
      this.#keys.sign(REQUEST_PURPOSE, JSON.stringify(request.content ?? null)),
      'base64url',
    );
  }

  #seal(body: Buffer): Buffer {
    return this.#keys.seal(REPLY_PURPOSE, body.toString('utf8'));
  }

  #open(sealed: Buffer): Buffer {
    return Buffer.from(this.#keys.open(REPLY_PURPOSE, sealed), 'utf8');
  }

  async #forgetExpired(request: IdempotentRequest): Promise<null> {
    await this.#db
      .deleteFrom('idempotency_keys')
      .where('principal', '=', request.principal)
      .where('endpoint', '=', request.endpoint)
      .where('key', '=', request.key)
      .where('created_at', '<=', addMs(this.#clock.now(), -KEPT_MS))
      .execute();
    return null;
  }

  /** Another process has committed the effect and stores its answer a moment later. */
  async #waitFor(request: IdempotentRequest): Promise<StoredReply> {
    for (let i = 0; i < ANSWER_WAITS_MAX; i++) {
      const row = await this.#db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('principal', '=', request.principal)
        .where('endpoint', '=', request.endpoint)
        .where('key', '=', request.key)
        .executeTakeFirst();
      if (row !== undefined && !row.request_hash.equals(this.#hash(request))) {
        throw new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for a different request.');
      }
      if (row?.status !== null && row?.status !== undefined && row.body !== null) {
        return {
          status: row.status,
          headers: row.headers as Record<string, string>,
          body: this.#open(row.body),
        };
      }
      await new Promise((resolve) => setTimeout(resolve, ANSWER_WAIT_MS));
    }
    throw new AppError(
      'IDEMPOTENCY_CONFLICT',
      'The first request with this Idempotency-Key is still running or its answer was lost; its effect is there.',
    );
  }

  async #store(request: IdempotentRequest, reply: StoredReply): Promise<void> {
    await this.#db
      .updateTable('idempotency_keys')
      .set({ status: reply.status, headers: JSON.stringify(reply.headers), body: this.#seal(reply.body) })
      .where('principal', '=', request.principal)
      .where('endpoint', '=', request.endpoint)
      .where('key', '=', request.key)
      .execute();
  }
}
