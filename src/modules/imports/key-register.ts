import type { Keys } from './stock.repository.ts';

/** Keys that a file has named so far, so that no two of its rows write the same listing. */
export class KeyRegister {
  #externalIds = new Map<string, number>();
  #vins = new Map<string, number>();
  #listingIds = new Map<string, number>();

  /** The row that had one of the keys before; null, and they are taken, when none had. */
  claim(
    { externalId, vin, listingId }: Keys,
    row: number,
  ): { readonly row: number; readonly field: 'externalId' | 'vin' | 'id' } | null {
    const byNumber = externalId === null ? undefined : this.#externalIds.get(externalId);
    if (byNumber !== undefined) return { row: byNumber, field: 'externalId' };
    const byVin = vin === null ? undefined : this.#vins.get(vin);
    if (byVin !== undefined) return { row: byVin, field: 'vin' };
    const byId = listingId === null ? undefined : this.#listingIds.get(listingId);
    if (byId !== undefined) return { row: byId, field: 'id' };
    if (listingId !== null) this.#listingIds.set(listingId, row);
    if (externalId !== null) this.#externalIds.set(externalId, row);
    if (vin !== null) this.#vins.set(vin, row);
    return null;
  }

  copy(): KeyRegister {
    const copy = new KeyRegister();
    copy.#externalIds = new Map(this.#externalIds);
    copy.#vins = new Map(this.#vins);
    copy.#listingIds = new Map(this.#listingIds);
    return copy;
  }

  become(other: KeyRegister): void {
    this.#externalIds = other.#externalIds;
    this.#vins = other.#vins;
    this.#listingIds = other.#listingIds;
  }

  has({ externalId, vin, listingId }: Keys): boolean {
    return (
      (listingId !== null && this.#listingIds.has(listingId)) ||
      (externalId !== null && this.#externalIds.has(externalId)) ||
      (vin !== null && this.#vins.has(vin))
    );
  }
}
