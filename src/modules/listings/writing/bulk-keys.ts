import { errorAt, type FieldProblem } from '../record/field-check.ts';
import type { ListingRecord } from '../record/fields.ts';
import type { ListingBody } from '../record/listing-body.ts';
import { stockNumber } from '../record/record.ts';
import type { ListingRow } from '../tables.ts';
import { normalizeVin } from '../record/vin.ts';
import { t } from '../../../platform/errors/sentence.ts';

export interface ListingKeys {
  readonly externalId: string | null;
  readonly vin: string | null;
  /** Listing ID of the item; used if neither key finds a listing. */
  readonly listingId: string | null;
}

export function keysOf({
  body,
  listingId = null,
}: {
  readonly body: ListingBody;
  readonly listingId?: string | null;
}): ListingKeys {
  const { externalId, vin } = body;
  return {
    externalId: typeof externalId === 'string' ? stockNumber(externalId) || null : null,
    vin: typeof vin === 'string' ? normalizeVin(vin) || null : null,
    listingId,
  };
}

/** Finds the listing of an item, and prevents two listings with the same key. */
export class BulkKeys {
  readonly #byExternalId = new Map<string, string>();
  readonly #byVin = new Map<string, string>();
  readonly #rows: ReadonlyMap<string, ListingRow>;
  readonly #used = new Set<string>();

  /** `rows`: all listings of the seller with one of the keys. */
  constructor(rows: readonly ListingRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      if (row.external_id !== null) this.#byExternalId.set(row.external_id, row.id);
      if (row.vin !== null) this.#byVin.set(row.vin, row.id);
    }
  }

  /** The stock number decides; a VIN alone finds only a listing without another stock number. */
  match({ externalId, vin, listingId }: ListingKeys): {
    row: ListingRow | null;
    problem: FieldProblem | null;
  } {
    const id =
      (externalId === null ? undefined : this.#byExternalId.get(externalId)) ??
      this.#idByVin(vin, externalId) ??
      (listingId !== null && this.#rows.has(listingId) ? listingId : undefined);
    if (id === undefined) return { row: null, problem: null };
    const row = this.#rows.get(id);
    if (row !== undefined && !this.#used.has(id)) {
      this.#used.add(id);
      return { row, problem: null };
    }
    const field = externalId === null ? 'vin' : 'externalId';
    return { row: row ?? null, problem: errorAt(field, t('occurs twice in the same file')) };
  }

  #idByVin(vin: string | null, externalId: string | null): string | undefined {
    const id = vin === null ? undefined : this.#byVin.get(vin);
    if (id === undefined || externalId === null) return id;
    return this.#rows.get(id)?.external_id === null ? id : undefined;
  }

  /** Reserves the keys of a record for a listing; reports those of other listings. */
  claim({ externalId, vin }: Pick<ListingRecord, 'externalId' | 'vin'>, id: string): FieldProblem[] {
    const holders = [
      ['externalId', externalId === null ? undefined : this.#byExternalId.get(externalId)],
      ['vin', vin === null ? undefined : this.#byVin.get(vin)],
    ] as const;
    const conflicts = holders.flatMap(([field, holder]) =>
      holder === undefined || holder === id
        ? []
        : [errorAt(field, t('is already used by your listing {id}', { id: holder }))],
    );
    if (conflicts.length > 0) return conflicts;
    if (externalId !== null) this.#byExternalId.set(externalId, id);
    if (vin !== null) this.#byVin.set(vin, id);
    return [];
  }
}
