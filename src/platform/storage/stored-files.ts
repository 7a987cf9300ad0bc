/**
 * The promise that no file stays in the storage for long without a row that names it.
 *
 * A file is written before the transaction that names it, so its key is first noted for removal in an hour, and the
 * transaction deletes the note (`claim`). If it fails, or the process dies in between, the note stays and the file is
 * removed. Triggers write the same notes for deleted rows. A file that is already due can no longer be claimed.
 *
 * What a deleted row has named is kept for some days where nothing is served from, so that a dump of the database and a
 * later copy of the files fit.
 */
import { type RawBuilder, sql } from 'kysely';
import { addMs, type Clock, DAY_MS, dayOf, HOUR_MS } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Queryable, Transaction } from '../db/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { TimeoutError } from '../with-timeout.ts';
import type { Logger } from '../log.ts';
import type { Storage } from './storage.ts';
import './tables.ts';
import { t } from '../errors/sentence.ts';
import { Service } from '../service.ts';

export interface NewFile {
  readonly key: string;
  readonly content: Buffer | { readonly file: string };
  readonly contentType: string;
}

/** Owner whose daily quota (UTC) the bytes count against; `bytesMax` is null if there is no limit. */
export interface Charge {
  readonly ownerId: string;
  readonly bytes: number;
  readonly bytesMax: number | null;
  readonly refusal: (usedBytes: number) => AppError;
}

/** Bytes that were taken from an owner's day. */
export interface ChargedBytes {
  readonly ownerId: string;
  readonly day: string;
  readonly bytes: number;
}

/** A folder of the storage and how its files find their rows. */
export interface FileFolder {
  /** `media/listings/`; ends with a slash. */
  readonly prefix: string;
  /** Selects those of these keys that a row names, as `key`. */
  readonly named: (keys: readonly string[]) => RawBuilder<{ key: string }>;
}

const UNCLAIMED_KEPT_MS = HOUR_MS;
/** Before the keys of files that are kept after their rows. */
const DELETED_PREFIX = 'private/deleted/';
const SWEEP_BATCH = 200;

interface StoredFilesParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly deletedKeptDays: number;
}

export class StoredFiles extends Service<StoredFilesParts> {
  readonly #folders: FileFolder[] = [];

  /** Each module registers its folders once; a file elsewhere is an orphan. */
  define(folder: FileFolder): void {
    this.#folders.push(folder);
  }

  /** Writes files that will be removed again unless a transaction claims them. */
  async put(files: readonly NewFile[], charge: Charge | null = null): Promise<void> {
    if (files.length === 0) return;
    const removeAfter = addMs(this.parts.clock.now(), UNCLAIMED_KEPT_MS);
    // Not `inTransaction`: an Idempotency-Key commits with the row that names the files, not with this note.
    await this.parts.db.transaction().execute(async (trx) => {
      if (charge !== null) await this.#take(trx, charge);
      await trx
        .insertInto('file_removals')
        .values(files.map(({ key }) => ({ key, remove_after: removeAfter })))
        .execute();
    });
    try {
      for (const { key, content, contentType } of files)
        await this.parts.storage.put(key, content, contentType);
    } catch (error) {
      const keys = files.map(({ key }) => key);
      // A storage that has just kept us waiting would do so again: the sweep comes back to it.
      await (isSilence(error) ? this.#release(keys).catch(() => []) : this.discard(keys));
      throw error;
    }
  }

  /** Reserves quota before the stored size is known; throws the error of the charge if the quota is insufficient. */
  charge(charge: Charge): Promise<ChargedBytes> {
    return this.parts.db.transaction().execute((trx) => this.#take(trx, charge));
  }

  /** Gives back what of a charge was not stored in the end. */
  async giveBack({ ownerId, day }: ChargedBytes, bytes: number): Promise<void> {
    await sql`
      update upload_bytes set bytes = bytes - ${bytes} where owner_id = ${ownerId} and day = ${day}::date`.execute(
      this.parts.db,
    );
  }

  /** Claims files for the rows that name them, from the commit on. */
  async claim(trx: Transaction, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const claimed = await trx
      .deleteFrom('file_removals')
      .where('key', 'in', keys)
      .where('remove_after', '>', this.parts.clock.now())
      .returning('key')
      .execute();
    if (claimed.length !== keys.length) {
      throw new AppError('SERVICE_UNAVAILABLE', t('Storing the files took too long. Try again.'));
    }
  }

  /**
   * Removes unclaimed files now rather than in an hour; never throws. If the claim may have been committed after all,
   * the update waits for its lock and then finds no note.
   */
  async discard(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    try {
      await this.#remove(await this.#release(keys));
    } catch (error) {
      this.parts.log.warn({ err: error }, 'files of a failed upload are left to the sweep');
    }
  }

  /** Makes unclaimed files due; returns their keys. */
  async #release(keys: readonly string[]): Promise<string[]> {
    const unclaimed = await this.parts.db
      .updateTable('file_removals')
      .set({ remove_after: this.parts.clock.now() })
      .where('key', 'in', keys)
      .returning('key')
      .execute();
    return unclaimed.map(({ key }) => key);
  }

  /** Takes away the files of deleted rows, for good once they have been kept as long as the operator wants. */
  async retire(keys: readonly string[]): Promise<void> {
    if (this.parts.deletedKeptDays === 0 || keys.length === 0) {
      for (const key of keys) await this.parts.storage.remove(key);
      return;
    }
    const removeAfter = addMs(this.parts.clock.now(), this.parts.deletedKeptDays * DAY_MS);
    await this.parts.db
      .insertInto('file_removals')
      .values(keys.map((key) => ({ key: `${DELETED_PREFIX}${key}`, remove_after: removeAfter })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    for (const key of keys) await this.parts.storage.move(key, `${DELETED_PREFIX}${key}`);
  }

  /** Removes every file that is due. */
  async sweep(signal: AbortSignal): Promise<void> {
    await this.parts.db
      .deleteFrom('upload_bytes')
      .where('day', '<', dayOf(addMs(this.parts.clock.now(), -DAY_MS)))
      .execute();
    while (!signal.aborted) {
      const due = await this.parts.db
        .selectFrom('file_removals')
        .select(['key', sql<boolean>`remove_after = '-infinity'`.as('isOfDeletedRow')])
        .where('remove_after', '<=', this.parts.clock.now())
        .orderBy('remove_after')
        .limit(SWEEP_BATCH)
        .execute();
      const keys = due.map(({ key }) => key);
      const named = new Set(await this.namedOf(keys));
      await this.#forget([...named]);
      const unnamed = due.filter(({ key }) => !named.has(key));
      await this.#remove(unnamed.filter(({ isOfDeletedRow }) => !isOfDeletedRow).map(({ key }) => key));
      const retired = unnamed.filter(({ isOfDeletedRow }) => isOfDeletedRow).map(({ key }) => key);
      await this.retire(retired);
      await this.#forget(retired);
      if (due.length < SWEEP_BATCH) return;
    }
  }

  /** Returns the keys that rows reference. */
  async namedOf(keys: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const { prefix, named } of this.#folders) {
      const ownKeys = keys.filter((key) => key.startsWith(prefix));
      if (ownKeys.length === 0) continue;
      const { rows } = await named(ownKeys).execute(this.parts.db);
      found.push(...rows.map(({ key }) => key));
    }
    return found;
  }

  /**
   * Records unreferenced files that are not recorded yet. They are deleted an hour later unless a row references them
   * by then: an upload may have stored its file and not yet its row.
   */
  async recordOrphans(keys: readonly string[]): Promise<number> {
    const named = new Set(await this.namedOf(keys));
    const orphans = keys.filter((key) => !named.has(key));
    if (orphans.length === 0) return 0;
    const removeAfter = addMs(this.parts.clock.now(), UNCLAIMED_KEPT_MS);
    const { numInsertedOrUpdatedRows } = await this.parts.db
      .insertInto('file_removals')
      .values(orphans.map((key) => ({ key, remove_after: removeAfter })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows ?? 0n);
  }

  /** Bytes that an owner has stored today, as far as plans limit them. */
  async bytesToday(db: Queryable, ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('upload_bytes')
      .select('bytes')
      .where('owner_id', '=', ownerId)
      .where('day', '=', dayOf(this.parts.clock.now()))
      .executeTakeFirst();
    return Number(row?.bytes ?? 0);
  }

  async #take(trx: Transaction, { ownerId, bytes, bytesMax, refusal }: Charge): Promise<ChargedBytes> {
    const day = dayOf(this.parts.clock.now());
    const { rows } = await sql<{ bytes: number }>`
      insert into upload_bytes (owner_id, day, bytes) values (${ownerId}, ${day}, ${bytes})
      on conflict (owner_id, day) do update set bytes = upload_bytes.bytes + excluded.bytes
      returning bytes`.execute(trx);
    const total = Number(rows[0]?.bytes ?? bytes);
    if (bytesMax !== null && total > bytesMax) throw refusal(total - bytes);
    return { ownerId, day, bytes };
  }

  async #remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) await this.parts.storage.remove(key);
    await this.#forget(keys);
  }

  async #forget(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.parts.db.deleteFrom('file_removals').where('key', 'in', keys).execute();
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof TimeoutError;
}
