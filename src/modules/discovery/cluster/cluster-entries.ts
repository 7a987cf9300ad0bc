import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ClusterWriter, IndexedListing } from '@fifthwheel/opensearch';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { toDocument } from '../documents.ts';
import { type ChecksummedRow, findChecksummedRows } from '../documents.repository.ts';

/**
 * Writes listings into the cluster. One that cannot be indexed is left out, counted and named in the log: it must keep neither
 * the others from being found nor the feeding from going on.
 */
export class ClusterEntries {
  readonly #parts: { readonly db: Database; readonly log: Logger; readonly taxonomy: Taxonomy };
  readonly #leftOut = new Set<string>();

  constructor(parts: { readonly db: Database; readonly log: Logger; readonly taxonomy: Taxonomy }) {
    this.#parts = parts;
  }

  /** How many live listings could not be indexed. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  isLeftOut(id: string): boolean {
    return this.#leftOut.has(id);
  }

  /** Writes what these listings are now, as of a position in the change log before now. */
  async refresh(writer: ClusterWriter, ids: readonly string[], seq: number): Promise<void> {
    const { db, taxonomy } = this.#parts;
    // Names in the documents are those of the taxonomy, whose change may be what is followed here.
    await taxonomy.refresh();
    const rows = await findChecksummedRows(db, ids);
    const live = new Set(rows.map(({ id }) => id));
    for (const id of ids) this.#leftOut.delete(id);
    await this.#write(writer, rows, { gone: ids.filter((id) => !live.has(id)), seq, isLater: false });
  }

  /** Listings of which the index has none yet; they can be found after the next refresh. */
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
        const document = toDocument(row, this.#parts.taxonomy.current);
        listings.push({ document, checksum: row.checksum });
      } catch (error) {
        failed.push(row.id);
        this.#leaveOut(row.id, error);
      }
    }
    const refused = await writer.write(listings, [...gone, ...failed], seq, { isLater });
    if (refused.length === 0) return;
    for (const { id, reason } of refused) this.#leaveOut(id, new Error(reason));
    // What the index had of it before is no longer true.
    await writer.write(
      [],
      refused.map(({ id }) => id),
      seq,
      { isLater },
    );
  }

  #leaveOut(id: string, error: unknown): void {
    this.#leftOut.add(id);
    this.#parts.log.error(
      { listing: id, err: error },
      'a listing cannot be indexed and is left out of searches',
    );
  }
}
