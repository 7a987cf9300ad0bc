import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Queryable, Transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import type { Keys } from '../crypto/keys.ts';
import { PersonKeys, personal } from './person-keys.ts';

export { personal } from './person-keys.ts';

/** Where a request came from, as the log stores it. */
export interface Origin {
  readonly ip: string | null;
  readonly requestId: string | null;
}

export interface AuditEntry {
  readonly actor: Actor;
  /** `noun.past`: `user.suspended`, `session.ended`, `listing.approved`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string | null };
  /** The change, without secrets. Names, addresses and texts of people only as `personal(…)`. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly origin?: Origin | undefined;
}

export interface AuditRow {
  readonly seq: number;
  readonly id: string;
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly ip: string | null;
  readonly request_id: string | null;
}

export const FIRST_HASH = Buffer.alloc(32);

/** Advisory lock of the writer that extends the chain; the number is arbitrary but must stay unique. */
export const CHAIN_LOCK = 7_204_411;

/** Writes entries in the transaction of the action. The chain stays locked until that commits, so record last. */
export class AuditLog {
  readonly #clock: Clock;
  readonly #personKeys: PersonKeys;

  constructor(clock: Clock, keys: Keys) {
    this.#clock = clock;
    this.#personKeys = new PersonKeys(keys);
  }

  /** Entries as they were recorded; values about erased people are shown as erased. */
  async open<R extends { readonly before?: unknown; readonly after?: unknown; readonly ip: string | null }>(
    db: Queryable,
    rows: readonly R[],
  ): Promise<R[]> {
    const values = rows.map(({ before, after, ip }) => ({ before, after, ip: parsedIp(ip) }));
    const opened = (await this.#personKeys.open(db, values)) as typeof values;
    return rows.map((row, i) => {
      const { before, after, ip } = opened[i] ?? {};
      return {
        ...row,
        ...('before' in row ? { before } : {}),
        ...('after' in row ? { after } : {}),
        ip: typeof ip === 'string' ? ip : null,
      };
    });
  }

  /** Makes entries about these users unreadable. This is the last step of an erasure, after the entry about the erasure itself. */
  forget(trx: Transaction, personIds: readonly string[]): Promise<void> {
    return this.#personKeys.destroy(trx, personIds);
  }

  /** Encrypts the marked values, and the IP address under the key of its user. */
  async #seal(
    trx: Transaction,
    entry: { readonly before: unknown; readonly after: unknown; readonly ip: string | null },
    personId: string | null,
  ): Promise<{ before: unknown; after: unknown; ip: string | null }> {
    const marked = { before: entry.before, after: entry.after, ip: personal(entry.ip, personId) };
    const sealed = (await this.#personKeys.seal(trx, marked)) as typeof marked;
    const { ip } = sealed;
    return { ...sealed, ip: ip === null || typeof ip === 'string' ? ip : JSON.stringify(ip) };
  }

  async record(trx: Transaction, entry: AuditEntry): Promise<void> {
    await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx);
    const last = await trx
      .selectFrom('audit_log')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const at = this.#clock.now();
    const { kind, id } = actorOf(entry.actor);
    const sealed = await this.#seal(
      trx,
      { before: entry.before ?? null, after: entry.after ?? null, ip: entry.origin?.ip ?? null },
      personBehind(entry),
    );
    const row: AuditRow = {
      seq: (last?.seq ?? 0) + 1,
      id: newId('aud', at),
      at,
      actor_kind: kind,
      actor_id: id,
      action: entry.action,
      subject_type: entry.subject.type,
      subject_id: entry.subject.id,
      ...sealed,
      request_id: entry.origin?.requestId ?? null,
    };
    const previous = last?.hash ?? FIRST_HASH;
    await trx
      .insertInto('audit_log')
      .values({
        ...row,
        before: row.before === null ? null : JSON.stringify(row.before),
        after: row.after === null ? null : JSON.stringify(row.after),
        previous_hash: previous,
        hash: hashRow(previous, row),
      })
      .execute();
  }
}

/**
 * SHA-256 over the hash before and the row's fields in a fixed order, objects with sorted keys as PostgreSQL may
 * keep them otherwise.
 */
export function hashRow(previous: Buffer, row: AuditRow): Buffer {
  const fields = [
    row.seq,
    row.id,
    row.at.toISOString(),
    row.actor_kind,
    row.actor_id,
    row.action,
    row.subject_type,
    row.subject_id,
    canonical(row.before),
    canonical(row.after),
    row.ip,
    row.request_id,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest();
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .filter(([, child]) => child !== undefined)
      .map(([key, child]) => [key, canonical(child)]),
  );
}

/** User of the IP address; for a request without a credential, the account that it was about. */
function personBehind({ actor, subject }: AuditEntry): string | null {
  if (actor.kind === 'user') return actor.userId;
  return subject.type === 'user' ? subject.id : null;
}

function parsedIp(ip: string | null): unknown {
  return ip?.startsWith('{') === true ? JSON.parse(ip) : ip;
}

function actorOf(actor: Actor): { kind: string; id: string | null } {
  if (actor.kind !== 'user') return { kind: actor.kind, id: null };
  return actor.credential.kind === 'apiKey'
    ? { kind: 'apiKey', id: actor.credential.keyId }
    : { kind: 'user', id: actor.userId };
}
