/**
 * Files below /media, and the promise that no file stays in the storage for long without a row that names it.
 *
 * A file is written before the transaction that names it, so its key is first noted for removal in an hour, and the
 * transaction deletes the note (`claim`). If it fails, or the process dies in between, the note stays and the file is
 * removed. Triggers write the same notes for deleted rows. A file that is already due can no longer be claimed.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, later, HOUR_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Logger } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import './tables.ts';

export interface NewFile {
  readonly key: string;
  readonly content: Buffer;
  readonly contentType: string;
}

const UNCLAIMED_KEPT_MS = HOUR_MS;
const SWEEP_BATCH = 200;
const NAME_BYTES = 16;

/** Below `media/`: a folder for the kind, one of 256 folders so that none grows too large, a name nobody can guess. */
export function newFileName(kind: string): string {
  const name = randomBytes(NAME_BYTES).toString('hex');
  return `media/${kind}/${name.slice(0, 2)}/${name}`;
}

export class PublicFiles {
  readonly #db: Database;
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #baseUrl: string;

  constructor(parts: {
    db: Database;
    storage: Storage;
    clock: Clock;
    log: Logger;
    config: { readonly baseUrl: string };
  }) {
    this.#db = parts.db;
    this.#storage = parts.storage;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#baseUrl = parts.config.baseUrl;
  }

  urlOf(key: string): string {
    return `${this.#baseUrl}/${key}`;
  }

  /** Writes files that will be removed again unless a transaction claims them. */
  async put(files: readonly NewFile[]): Promise<void> {
    if (files.length === 0) return;
    const removeAfter = later(this.#clock.now(), UNCLAIMED_KEPT_MS);
    await this.#db
      .insertInto('file_removals')
      .values(files.map(({ key }) => ({ key, remove_after: removeAfter })))
      .execute();
    try {
      for (const { key, content, contentType } of files) await this.#storage.put(key, content, contentType);
    } catch (error) {
      await this.discard(files.map(({ key }) => key));
      throw error;
    }
  }

  /** Claims files for the rows that name them, from the commit on. */
  async claim(trx: Transaction, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const claimed = await trx
      .deleteFrom('file_removals')
      .where('key', 'in', keys)
      .where('remove_after', '>', this.#clock.now())
      .returning('key')
      .execute();
    if (claimed.length !== keys.length) {
      throw new AppError('SERVICE_UNAVAILABLE', 'Storing the files took too long. Please try again.');
    }
  }

  /**
   * Removes unclaimed files now rather than in an hour; never throws. If the claim may have been committed after all,
   * the update waits for its lock and then finds no note.
   */
  async discard(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    try {
      const unclaimed = await this.#db
        .updateTable('file_removals')
        .set({ remove_after: this.#clock.now() })
        .where('key', 'in', keys)
        .returning('key')
        .execute();
      await this.#remove(unclaimed.map(({ key }) => key));
    } catch (error) {
      this.#log.warn({ err: error }, 'files of a failed upload are left to the sweep');
    }
  }

  /** Removes every file that is due. */
  async sweep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.#db
        .selectFrom('file_removals')
        .select('key')
        .where('remove_after', '<=', this.#clock.now())
        .orderBy('remove_after')
        .limit(SWEEP_BATCH)
        .execute();
      await this.#remove(due.map(({ key }) => key));
      if (due.length < SWEEP_BATCH) return;
    }
  }

  /** Rewrites stored URLs after the configured host has changed: lists read them from columns. */
  async rebaseAddresses(signal: AbortSignal): Promise<void> {
    const base = `${this.#baseUrl}/media/`;
    const columns = [
      ['listings', 'thumbnail'],
      ['sellers', 'logo'],
    ] as const;
    for (const [table, column] of columns) {
      for (let changed = SWEEP_BATCH; changed === SWEEP_BATCH && !signal.aborted;) {
        const { rows } = await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${base} || substring(${sql.ref(column)} from '/media/(.+)$')
          where id in (
            select id from ${sql.table(table)}
            where ${sql.ref(column)} like '%/media/%' and not starts_with(${sql.ref(column)}, ${base})
            limit ${SWEEP_BATCH}
          )
          returning id`.execute(this.#db);
        changed = rows.length;
      }
    }
  }

  async #remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) await this.#storage.remove(key);
    await this.#db.deleteFrom('file_removals').where('key', 'in', keys).execute();
  }
}
