import type { Database } from '../../../platform/db/database.ts';
import type { ClusterWriter } from '@fifthwheel/opensearch';
import { ChangeLogReader, type LogState } from '../../listings/index.ts';
import { databaseIdentity } from '../documents.repository.ts';

/** Position of an index in the change logs. */
export interface IndexState {
  readonly log: LogState;
  /** Last entry read from the log of view counts. */
  readonly viewsSeq: number;
  /** Time of that read; missing in an index written before it was stored. */
  readonly viewsAt?: string;
}

interface StoredState extends IndexState {
  readonly database: string;
  /** Entry of the change log at the position. It differs if the database has another history, such as a restored backup. */
  readonly entry: string | null;
}

/** Stores the position of an index in the index itself, so that an index restored from a backup has the position of that backup. */
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
    const stored: StoredState = {
      ...state,
      database: await this.#identity(),
      entry: position === 0 ? null : await this.#log.entryAt(position),
    };
    await writer.writePosition(position, { ...stored });
  }

  /** Returns the position as written, even if the index belongs to another database. */
  async peek(writer: ClusterWriter): Promise<IndexState | null> {
    return (await writer.readPosition()) as unknown as StoredState | null;
  }

  /** Returns null if the change log of this database does not continue from the position. */
  async read(writer: ClusterWriter): Promise<IndexState | null> {
    const stored = (await writer.readPosition()) as unknown as StoredState | null;
    if (stored === null || stored.database !== (await this.#identity())) return null;
    const { position } = stored.log;
    const entry = position === 0 ? null : await this.#log.entryAt(position);
    // Without an entry, the histories cannot be compared; at position 0, there is no history yet.
    return entry === stored.entry && (entry !== null || position === 0) ? stored : null;
  }

  async #identity(): Promise<string> {
    this.#database ??= await databaseIdentity(this.#db);
    return this.#database;
  }
}
