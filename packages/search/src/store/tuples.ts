import { FIELD, FIELD_COUNT, type Field } from './fields.ts';

// Several facet fields as one column. An instance has only a few thousand distinct combinations, so counting
// combinations takes one step per document, and one per field otherwise.

export const TUPLE_FIELDS: readonly { column: Field; members: readonly Field[] }[] = [
  { column: FIELD.kindTuple, members: [FIELD.category, FIELD.fuelType, FIELD.transmission, FIELD.country] },
  { column: FIELD.makeTuple, members: [FIELD.brand, FIELD.year] },
];

export class TupleDictionary {
  readonly column: Field;
  readonly members: readonly Field[];
  /** Ordinals of the members by ordinal of the tuple, one array per member. */
  readonly parts: number[][];
  readonly #known = new Map<string, number>();

  constructor(column: Field, members: readonly Field[]) {
    this.column = column;
    this.members = members;
    this.parts = members.map(() => []);
  }

  get size(): number {
    return this.#known.size;
  }

  add(row: Uint32Array): number {
    let key = '';
    for (const member of this.members)
      key += String.fromCharCode((row[member] as number) & 0xffff, (row[member] as number) >>> 16);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const ordinal = this.#known.size;
    this.#known.set(key, ordinal);
    this.members.forEach((member, index) => this.parts[index]?.push(row[member] as number));
    return ordinal;
  }

  restore(parts: readonly Uint32Array[]): void {
    const row = new Uint32Array(FIELD_COUNT);
    for (let ordinal = 0; ordinal < (parts[0]?.length ?? 0); ordinal++) {
      this.members.forEach((member, index) => (row[member] = parts[index]?.[ordinal] ?? 0));
      this.add(row);
    }
  }
}
