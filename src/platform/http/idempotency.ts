/**
 * `Idempotency-Key`: the same key with the same request within a day gets the stored response.
 *
 * The key's row is inserted first in the transaction that commits the request's effect. Of equal concurrent requests,
 * one gets the row; the others (as many as write-slots.ts admits) wait on its primary key until it has committed, and
 * then read its response. A process that dies after the commit but before storing the response leaves a row without
 * one. The row of a request that creates names the created resource, so a repetition is answered from that resource;
 * for any other request, the repetition reports that the effect exists.
 *
 * The row of a creating request exists if and only if the resource does: a transaction that creates nothing (it counts
 * a failure, or prepares) rolls the row back, and a repetition simply runs.
 *
 * Responses may contain tokens and new keys, and requests may contain passwords: the response is encrypted, and only a
 * keyed hash of the request is stored. Next to the response are the IDs of the people it mentions, so that erasing them
 * deletes it.
 */
import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../db/database.ts';
import { isLockTimeout, isUniqueViolation } from '../db/sql-errors.ts';
import type { IdempotencyKeyTable, Tables } from '../db/tables.ts';
import { afterCommit, type Queryable, type Transaction, withFrame } from '../db/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { t } from '../errors/sentence.ts';
import { Service } from '../service.ts';

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface IdempotentRequest {
  readonly principal: string;
  /** User who acts, possibly through an API key. */
  readonly userId: string | null;
  readonly endpoint: string;
  readonly key: string;
  /** Content that a repetition must match. */
  readonly content: unknown;
}

export interface IdempotentWork {
  run(): Promise<StoredResponse>;
  /** For a creating request: builds its response from the argument of `recordCreated`. */
  repeat?(created: string): Promise<StoredResponse>;
}

type KeyRow = Selectable<IdempotencyKeyTable>;

const KEPT_MS = 24 * HOUR_MS;
const PURGE_BATCH = 1000;
const ANSWER_WAIT_MS = 50;
const ANSWER_WAITS_MAX = 40;
/** Limit above the duration of any request: an older row without a response has lost it, so do not wait for it. */
const ANSWERED_MS_MAX = MINUTE_MS;

const REPLY_PURPOSE = 'idempotent-reply';
const REQUEST_PURPOSE = 'idempotent-request';

interface IdempotencyKeysParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
}

export class IdempotencyKeys extends Service<IdempotencyKeysParts> {
  /** Runs the work once per key. `replayed` is true if an earlier request did the work. */
  async once(
    request: IdempotentRequest,
    work: IdempotentWork,
  ): Promise<{ reply: StoredResponse; replayed: boolean }> {
    const known = await this.#find(request, work);
    if (known !== null) return { reply: known, replayed: true };
    let claimed = false;
    let isInserting = false;
    // Only a commit counts: a transaction that is retried after a lost race inserts its key again.
    const claim = (trx: Transaction): void =>
      afterCommit(trx, () => {
        claimed = true;
      });
    const frame = {
      first: async (trx: Transaction) => {
        if (claimed) return;
        isInserting = true;
        await this.#insert(trx, request);
        isInserting = false;
      },
      last: async (trx: Transaction, created: string | null) => {
        if (claimed) return;
        if (work.repeat === undefined) claim(trx);
        else if (created === null) await this.#forget(trx, request);
        else {
          await trx
            .updateTable('idempotency_keys')
            .set({ resource: created })
            .where(ofRequest(request))
            .execute();
          claim(trx);
        }
      },
    };
    try {
      const reply = await withFrame(frame, () => work.run());
      if (claimed && reply.status < 500) await this.#store(request, reply);
      return { reply, replayed: false };
    } catch (error) {
      // A lock timeout means that the first request still runs: only its row can cause the wait.
      if (isUniqueViolation(error, 'idempotency_keys_pkey') || (isInserting && isLockTimeout(error)))
        return { reply: await this.#waitFor(request, work), replayed: true };
      const isRefused = error instanceof AppError && error.status < 500;
      // The error may come from the effect of an equal request that has committed since the key was looked up.
      const ofDuplicate = isRefused && !claimed ? await this.#find(request, work) : null;
      if (ofDuplicate !== null) return { reply: ofDuplicate, replayed: true };
      // An error that committed something (a counted failure) is not stored, so that the client can retry the request.
      if (isRefused && claimed) await this.#forget(this.parts.db, request);
      throw error;
    }
  }

  /** Returns the stored response to the same request with the same key; null if there is none. Never runs the work. */
  findStored(
    request: IdempotentRequest,
    work: Pick<IdempotentWork, 'repeat'>,
  ): Promise<StoredResponse | null> {
    return this.#find(request, work);
  }

  /** Deletes old keys in batches that commit one by one until none is left, because an hour can bring more keys than one batch. */
  async purge(signal: AbortSignal): Promise<void> {
    const before = addMs(this.parts.clock.now(), -KEPT_MS);
    for (let deleted = PURGE_BATCH; deleted >= PURGE_BATCH && !signal.aborted;) {
      const { numAffectedRows = 0n } = await sql`
        delete from idempotency_keys where ctid = any(array(
          select ctid from idempotency_keys where created_at < ${before} order by created_at limit ${PURGE_BATCH}
        ))`.execute(this.parts.db);
      deleted = Number(numAffectedRows);
    }
  }

  async #find(
    request: IdempotentRequest,
    work: Pick<IdempotentWork, 'repeat'>,
  ): Promise<StoredResponse | null> {
    const row = await this.#look(request);
    if (row === undefined) return null;
    if (row.created_at > addMs(this.parts.clock.now(), -KEPT_MS)) return this.#waitFor(request, work);
    await this.parts.db
      .deleteFrom('idempotency_keys')
      .where(ofRequest(request))
      .where('created_at', '=', row.created_at)
      .execute();
    return null;
  }

  /** Waits for the first request to store its response, which it does right after the commit unless its process crashed. */
  async #waitFor(request: IdempotentRequest, work: Pick<IdempotentWork, 'repeat'>): Promise<StoredResponse> {
    for (let waits = 0; ; waits++) {
      const row = await this.#look(request);
      const stored = row === undefined ? null : this.#storedIn(row);
      if (stored !== null) return stored;
      const isOver = row !== undefined && row.created_at <= addMs(this.parts.clock.now(), -ANSWERED_MS_MAX);
      if (waits < ANSWER_WAITS_MAX && !isOver) {
        await new Promise((resolve) => setTimeout(resolve, ANSWER_WAIT_MS));
        continue;
      }
      const created = row?.resource ?? null;
      if (created !== null && work.repeat !== undefined) return work.repeat(created);
      throw new AppError(
        'IDEMPOTENCY_CONFLICT',
        t(
          'The first request with this Idempotency-Key is still running, or it took effect and its response was lost.',
        ),
      );
    }
  }

  /** Throws when the key was used for another request. */
  async #look(request: IdempotentRequest): Promise<KeyRow | undefined> {
    const row = await this.parts.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where(ofRequest(request))
      .executeTakeFirst();
    const isExpired = row !== undefined && row.created_at <= addMs(this.parts.clock.now(), -KEPT_MS);
    if (row !== undefined && !isExpired && !row.request_hash.equals(this.#hash(request)))
      throw new AppError('IDEMPOTENCY_CONFLICT', t('This Idempotency-Key was used for a different request.'));
    return row;
  }

  #storedIn({ status, headers, body }: KeyRow): StoredResponse | null {
    if (status === null || body === null) return null;
    return {
      status,
      headers: headers as Record<string, string>,
      body: Buffer.from(this.parts.keys.open(REPLY_PURPOSE, body), 'utf8'),
    };
  }

  async #insert(trx: Transaction, request: IdempotentRequest): Promise<void> {
    await sql`
      insert into idempotency_keys (principal, endpoint, key, request_hash, created_at)
      values (${request.principal}, ${request.endpoint}, ${request.key}, ${this.#hash(request)}, ${this.parts.clock.now()})`.execute(
      trx,
    );
  }

  async #store(request: IdempotentRequest, { status, headers, body }: StoredResponse): Promise<void> {
    const sealed = this.parts.keys.seal(REPLY_PURPOSE, body.toString('utf8'));
    await this.parts.db
      .updateTable('idempotency_keys')
      .set({
        status,
        headers: JSON.stringify(headers),
        body: sealed,
        about: subjectsOf(body, request.userId),
      })
      .where(ofRequest(request))
      .execute();
  }

  async #forget(db: Queryable, request: IdempotentRequest): Promise<void> {
    await db.deleteFrom('idempotency_keys').where(ofRequest(request)).where('status', 'is', null).execute();
  }

  #hash(request: IdempotentRequest): Buffer {
    return Buffer.from(
      this.parts.keys.sign(REQUEST_PURPOSE, JSON.stringify(request.content ?? null)),
      'base64url',
    );
  }
}

const SUBJECT_ID = /\b(?:usr|sel|lst|cnv|msg)_[0-9A-Z]{26}\b/g;
const ADDRESS = /"([^"\\\s@]{1,64}@[^"\\\s@]{1,255})"/g;

/** Subjects that a response mentions: the IDs in it, and email addresses folded as in the database. */
function subjectsOf(body: Buffer, userId: string | null): RawBuilder<string[]> {
  const text = body.toString('utf8');
  const ids = new Set(text.match(SUBJECT_ID));
  if (userId !== null) ids.add(userId);
  const addresses = new Set(Array.from(text.matchAll(ADDRESS), ([, address = '']) => address));
  return sql`${[...ids]}::text[] || array(select lower(a) from unnest(${[...addresses]}::text[]) as a)`;
}

/**
 * Deletes the stored responses that mention any of these IDs (people, sellers, listings, conversations, messages) or addresses,
 * at most `limit`, and returns their number. Their keys stay, so that nothing is done twice: a repetition gets the same response
 * as if a crash had lost the first one.
 */
export async function deleteResponsesAbout(
  trx: Transaction,
  subjects: readonly string[],
  limit: number | null = null,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update idempotency_keys set status = null, headers = null, body = null, about = null
    where ctid = any(array(
      select ctid from idempotency_keys where about && ${[...subjects]}::text[] limit ${limit} for update
    ))`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes a principal's keys with their responses, at most `limit`, and returns their number. */
export async function deleteKeysOf(trx: Transaction, principal: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where principal = ${principal} limit ${limit}
    ))`.execute(trx);
  return Number(numAffectedRows);
}

function ofRequest({ principal, endpoint, key }: IdempotentRequest) {
  return (where: ExpressionBuilder<Tables, 'idempotency_keys'>) => where.and({ principal, endpoint, key });
}
