import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import { Service } from '../../../platform/service.ts';
import type { ClusterWriter, IndexedListing } from '@fifthwheel/opensearch';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { toDocument } from '../documents.ts';
import { type ChecksummedRow, findChecksummedRows } from '../documents.repository.ts';

/**
 * Writes listings to the search cluster. A listing that cannot be indexed is left out, counted and logged, so that it neither hides
 * the other listings nor stops the indexer.
 */
export class ClusterEntries extends Service<{
  readonly db: Database;
  readonly log: Logger;
  readonly taxonomy: Taxonomy;
}> {
  readonly #leftOut = new Set<string>();

  /** Number of live listings that could not be indexed. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  isLeftOut(id: string): boolean {
    return this.#leftOut.has(id);
  }

  /** Writes the current state of these listings. `seq` is the position in the change log up to which they are read at least. */
  async refresh(writer: ClusterWriter, ids: readonly string[], seq: number): Promise<void> {
    const { db, taxonomy } = this.parts;
    // Documents contain names from the taxonomy, and a change of the taxonomy may be the reason for this refresh.
    await taxonomy.refresh();
    const rows = await findChecksummedRows(db, ids);
    const live = new Set(rows.map(({ id }) => id));
    for (const id of ids) this.#leftOut.delete(id);
    await this.#write(writer, rows, { gone: ids.filter((id) => !live.has(id)), seq, isLater: false });
  }

  /** Writes listings that are not in the index yet; searches find them after the next refresh. */
  async fill(writer: ClusterWriter, rows: readonly ChecksummedRow[], seq: number): Promise<void> {
    await this.#write(writer, rows, { gone: [], seq, isLater: true });
  }

  async #write(
    writer: ClusterWriter,
    rows: readonly ChecksummedRow[],
    { gone, seq, isLater }: { gone: readonly string[]; seq: number; isLater: boolean },
  ): Promise<void> {
    const listings: IndexedListing[] = [];
    const failed: string[] = [];
    for (const row of rows) {
      try {
        const document = toDocument(row, this.parts.taxonomy.current);
        listings.push({ document, checksum: row.checksum });
      } catch (error) {
        failed.push(row.id);
        this.#leaveOut(row.id, error);
      }
    }
    const refused = await writer.write(listings, [...gone, ...failed], seq, { isLater });
    if (refused.length === 0) return;
    for (const { id, reason } of refused) this.#leaveOut(id, new Error(reason));
    // The index may still have an earlier state of these listings, which is no longer true.
    await writer.write(
      [],
      refused.map(({ id }) => id),
      seq,
      { isLater },
    );
  }

  #leaveOut(id: string, error: unknown): void {
    this.#leftOut.add(id);
    this.parts.log.error(
      { listing: id, err: error },
      'a listing cannot be indexed and is left out of searches',
    );
  }
}
