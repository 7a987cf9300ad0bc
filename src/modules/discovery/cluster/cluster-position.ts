import type { Database } from '../../../platform/db/database.ts';
import type { ClusterWriter } from '@fifthwheel/opensearch';
import { ChangeLogReader, type LogState } from '../../listings/index.ts';
import { databaseIdentity } from '../documents.repository.ts';

/** Where an index stands. */
export interface IndexState {
  readonly log: LogState;
  /** Last entry read of the changes of view counts. */
  readonly viewsSeq: number;
  /** When they were read; missing where that was not yet kept. */
  readonly viewsAt?: string;
}

interface KeptState extends IndexState {
  readonly database: string;
  /** The entry of the change log at the position: another history has another there. */
  readonly entry: string | null;
}

/** Keeps where an index stands with the index itself, so that one that comes from a backup says how old it is. */
export class ClusterPosition {
  readonly #db: Database;
  readonly #log: ChangeLogReader;
  #database: string | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#log = new ChangeLogReader(db, 'searches');
  }

  async write(writer: ClusterWriter, state: IndexState): Promise<void> {
    const { position } = state.log;
    const kept: KeptState = {
      ...state,
      database: await this.#identity(),
      entry: position === 0 ? null : await this.#log.entryAt(position),
    };
    await writer.writePosition(position, { ...kept });
  }

  /** As it was written, whether or not the index is of this database. */
  async peek(writer: ClusterWriter): Promise<IndexState | null> {
    return (await writer.readPosition()) as unknown as KeptState | null;
  }

  /** Null where the change log of this database does not lead on from there. */
  async read(writer: ClusterWriter): Promise<IndexState | null> {
    const kept = (await writer.readPosition()) as unknown as KeptState | null;
    if (kept === null || kept.database !== (await this.#identity())) return null;
    const { position } = kept.log;
    const entry = position === 0 ? null : await this.#log.entryAt(position);
    // Without an entry nothing tells one history from another, except where nothing has happened yet.
    return entry === kept.entry && (entry !== null || position === 0) ? kept : null;
  }

  async #identity(): Promise<string> {
    this.#database ??= await databaseIdentity(this.#db);
    return this.#database;
  }
}
