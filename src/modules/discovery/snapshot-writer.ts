import type { Clock } from '../../platform/clock.ts';
import { MINUTE_MS, monotonicMs } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { Service } from '../../platform/service.ts';
import type { SearchEngine } from '@fifthwheel/search';
import type { IndexSnapshot, IndexState, LoadedIndex } from './index-snapshot.ts';

const SNAPSHOT_MS = 10 * MINUTE_MS;

/** Current state of an index. */
interface Subject {
  readonly engine: SearchEngine;
  readonly generation: number;
  readonly state: IndexState;
}

interface SnapshotWriterParts {
  readonly snapshot: IndexSnapshot;
  readonly clock: Clock;
  readonly log: Logger;
  readonly subject: () => Subject;
  /** Returning false aborts a write in progress. */
  readonly isWanted: () => boolean;
}

/** Writes the snapshot of an index, one at a time: on request, or when it is due. */
export class SnapshotWriter extends Service<SnapshotWriterParts> {
  readonly #startedAt = this.parts.clock.now();
  #takenAt: Date | null = null;
  /** Generation of the index in the snapshot of `takenAt`. */
  #generation = -1;
  #writing: Promise<void> = Promise.resolve();

  /** When the snapshot that this process last read or wrote was taken. */
  get takenAt(): Date | null {
    return this.#takenAt;
  }

  /** @param generation of the index once `loaded` is in use */
  recordLoaded({ takenAt }: LoadedIndex, generation: number): void {
    this.#takenAt = takenAt;
    this.#generation = generation;
  }

  /** Writes even if there is a fresh one. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /**
   * Writes if the index has changed and the last snapshot is old, or immediately if no snapshot fitted. If several processes share the
   * directory, the first to get here writes for all.
   */
  writeIfDue(): void {
    this.#writing = this.#writing.then(async () => {
      if (this.parts.isWanted() && (await this.#isDue())) await this.#write();
    });
  }

  /** Waits for a write in progress. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  async #isDue(): Promise<boolean> {
    const { clock, snapshot, subject } = this.parts;
    if (this.#generation === subject().generation) return false;
    const writtenAt = (await snapshot.writtenAt())?.getTime() ?? 0;
    const isFit = this.#takenAt !== null || writtenAt > this.#startedAt.getTime();
    return !isFit || clock.now().getTime() - writtenAt > SNAPSHOT_MS;
  }

  async #write(): Promise<void> {
    const { clock, log, snapshot, subject, isWanted } = this.parts;
    const startedMs = monotonicMs();
    const now = clock.now();
    const { engine, generation, state } = subject();
    try {
      if (!(await snapshot.write(engine, state, { now, isWanted }))) return;
      this.#takenAt = now;
      this.#generation = generation;
      log.debug({ ms: Math.round(monotonicMs() - startedMs) }, 'the snapshot of the search index is written');
    } catch (error) {
      log.warn({ err: error }, 'the snapshot of the search index could not be written');
    }
  }
}
