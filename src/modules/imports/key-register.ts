import { hash } from 'node:crypto';
import type { Keys } from './stock.repository.ts';

/** Of keys that only rows name which cannot be read in full: any row may still have them. */
const BY_NO_ROW = Infinity;

/**
 * The keys that a file has named so far, and the first row with each, so that no two of its rows write the same
 * listing.
 */
export class KeyRegister {
  readonly #externalIds = new FirstRows();
  readonly #vins = new FirstRows();
  readonly #listingIds = new FirstRows();

  /**
   * The earlier row that has one of the keys; null, and they are taken, when none has. Rows are asked about in their order.
   * Asking again changes nothing: a batch that is retried finds what it found before.
   */
  claim(
    { externalId, vin, listingId }: Keys,
    row: number,
  ): { readonly row: number; readonly field: 'externalId' | 'vin' | 'id' } | null {
    const byNumber = this.#externalIds.rowOf(externalId);
    if (byNumber !== undefined && byNumber < row) return { row: byNumber, field: 'externalId' };
    const byVin = this.#vins.rowOf(vin);
    if (byVin !== undefined && byVin < row) return { row: byVin, field: 'vin' };
    const byId = this.#listingIds.rowOf(listingId);
    if (byId !== undefined && byId < row) return { row: byId, field: 'id' };
    this.#take({ externalId, vin, listingId }, row);
    return null;
  }

  /** The file names these, but no row takes them. */
  note(keys: Keys): void {
    this.#take(keys, BY_NO_ROW);
  }

  has({ externalId, vin, listingId }: Keys): boolean {
    return (
      this.#listingIds.rowOf(listingId) !== undefined ||
      this.#externalIds.rowOf(externalId) !== undefined ||
      this.#vins.rowOf(vin) !== undefined
    );
  }

  #take({ externalId, vin, listingId }: Keys, row: number): void {
    this.#listingIds.take(listingId, row);
    this.#externalIds.take(externalId, row);
    this.#vins.take(vin, row);
  }
}

/** Texts longer than any key of a listing are kept as their digest. */
const KEY_LENGTH_MAX = 100;

/** The first row with each key. */
class FirstRows {
  readonly #rows = new Map<string, number>();

  rowOf(key: string | null): number | undefined {
    return key === null ? undefined : this.#rows.get(shortened(key));
  }

  take(key: string | null, row: number): void {
    if (key === null) return;
    const short = shortened(key);
    const known = this.#rows.get(short);
    if (known === undefined) this.#rows.set(ownText(short), row);
    else if (row < known) this.#rows.set(short, row);
  }
}

function shortened(key: string): string {
  return key.length > KEY_LENGTH_MAX ? `sha256 ${hash('sha256', key, 'base64')}` : key;
}

/** A text of its own: a piece of a text keeps all of that in memory, here the whole file. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
