import type { Keys } from './stock.repository.ts';

/**
 * The keys that a file has named so far, and the first row with each, so that no two of its rows write the same
 * listing.
 */
export class KeyRegister {
  readonly #externalIds = new Map<string, number>();
  readonly #vins = new Map<string, number>();
  readonly #listingIds = new Map<string, number>();

  /**
   * The earlier row that has one of the keys; null, and they are taken, when none has. Rows are asked about in their order.
   * Asking again changes nothing: a batch that is retried finds what it found before.
   */
  claim(
    { externalId, vin, listingId }: Keys,
    row: number,
  ): { readonly row: number; readonly field: 'externalId' | 'vin' | 'id' } | null {
    const byNumber = externalId === null ? undefined : this.#externalIds.get(externalId);
    if (byNumber !== undefined && byNumber < row) return { row: byNumber, field: 'externalId' };
    const byVin = vin === null ? undefined : this.#vins.get(vin);
    if (byVin !== undefined && byVin < row) return { row: byVin, field: 'vin' };
    const byId = listingId === null ? undefined : this.#listingIds.get(listingId);
    if (byId !== undefined && byId < row) return { row: byId, field: 'id' };
    if (listingId !== null) this.#listingIds.set(listingId, row);
    if (externalId !== null) this.#externalIds.set(externalId, row);
    if (vin !== null) this.#vins.set(vin, row);
    return null;
  }

  has({ externalId, vin, listingId }: Keys): boolean {
    return (
      (listingId !== null && this.#listingIds.has(listingId)) ||
      (externalId !== null && this.#externalIds.has(externalId)) ||
      (vin !== null && this.#vins.has(vin))
    );
  }
}
