import { hash } from 'node:crypto';
import type { Keys } from './stock.repository.ts';

/** Row number of keys that occur only in unreadable rows: any row may still take them. */
const BY_NO_ROW = Infinity;

/** Records the first row of each key in a file, so that no two rows write the same listing. */
export class KeyRegister {
  readonly #externalIds = new FirstRows();
  readonly #vins = new FirstRows();
  readonly #listingIds = new FirstRows();

  /**
   * Returns the earlier row with one of these keys, or takes the keys and returns null. Call it in row order.
   * Repeating a call changes nothing, so a retried batch gets the same result.
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

  /** Records keys of the file that no row takes. */
  record(keys: Keys): void {
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

/** A longer text is stored as its digest. */
const KEY_LENGTH_MAX = 100;

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

/** Copies a text, because a slice keeps the text it was cut from in memory, here the whole file. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
