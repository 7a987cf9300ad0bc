import type { ListingSummary } from '../listings/index.ts';

/**
 * Summaries as the index stores them: JSON in which one control character replaces each piece that nearly all summaries share. JSON
 * has no raw control characters, so a packed summary unpacks to the same bytes; it takes half the memory. Category and brand are
 * slugs, and get their names when the summary is rendered. Increment DOCUMENTS_VERSION with any change here, because snapshots
 * contain packed summaries.
 */
const PIECES = [
  // A longer piece must precede the pieces that it contains.
  '"},"thumbnail":null,"featured":false,"seller":{"name":"',
  '"},"thumbnail":null,"featured":true,"seller":{"name":"',
  '","featured":false,"seller":{"name":"',
  '","featured":true,"seller":{"name":"',
  '"},"thumbnail":"',
  '"},"thumbnail":null',
  ',"status":"ACTIVE"',
  '"location":{"country":"',
  '","verified":true}}',
  '","verified":false}}',
  ',"currency":"EUR","vatDeductible":true,"year":',
  ',"currency":"EUR","vatDeductible":false,"year":',
  ',"currency":"',
  '","vatDeductible":true,"year":',
  '","vatDeductible":false,"year":',
  '","vatDeductible":null,"year":',
  ',"mileage":',
  '{"id":"lst_',
  '","title":"',
  '","slug":"',
  '","price":',
  '","city":"',
];
/** First control character that replaces a piece. */
const FIRST = 1;
const BYTES = PIECES.map((piece) => Buffer.from(piece));
const SPACE = 0x20;
const CODES = new Map(PIECES.map((piece, index) => [piece, String.fromCharCode(FIRST + index)]));
// If several pieces match at a position, the first in the list wins. Apart from braces, the pieces need no escaping.
const UNPACKED = new RegExp(PIECES.join('|').replaceAll('{', '\\{'), 'g');

/** Markers before the slug of the category, before the optional slug of the brand, and after both. */
const CATEGORY = FIRST + PIECES.length;
const BRAND = CATEGORY + 1;
const END = BRAND + 1;
const CATEGORY_NAME = Buffer.from(',"category":');
const BRAND_NAME = Buffer.from(',"brand":');
const NULL = Buffer.from('null');
const COMMA = Buffer.from(',');

/** A summary that refers to its category and brand by their slugs. */
export type StoredSummary = Omit<ListingSummary, 'category' | 'brand'> & {
  readonly category: string;
  readonly brand: string | null;
};

/** JSON of a category or brand in a summary, by slug, in UTF-8. */
export interface SummaryNames {
  category(slug: string): Uint8Array;
  brand(slug: string): Uint8Array;
}

const NO_NAMES: SummaryNames = { category: () => NULL, brand: () => NULL };

export function packSummary(summary: StoredSummary): string {
  const { category, brand, location, thumbnail, featured, seller, ...head } = summary;
  const refs = [String.fromCharCode(CATEGORY), bodyOf(category)];
  if (brand !== null) refs.push(String.fromCharCode(BRAND), bodyOf(brand));
  refs.push(String.fromCharCode(END));
  const tail = JSON.stringify({ location, thumbnail, featured, seller });
  return pack(JSON.stringify(head).slice(0, -1)) + refs.join('') + pack(tail.slice(1));
}

const pack = (json: string): string => json.replace(UNPACKED, (piece) => CODES.get(piece) ?? piece);
/** Returns the slug as the body of a JSON string, which has no control characters whatever the slug contains. */
const bodyOf = (slug: string): string => JSON.stringify(slug).slice(1, -1);
const slugOf = (bytes: Uint8Array): string =>
  JSON.parse(`"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()}"`) as string;

/** A summary with the names of its category and brand, ready to write. */
export class NamedSummary {
  /** Upper bound of its size in bytes. */
  readonly bytesMax: number;
  readonly #parts: readonly Uint8Array[];
  readonly #head: Uint8Array;
  readonly #tail: Uint8Array;

  constructor(summary: Uint8Array, names: SummaryNames) {
    const from = summary.indexOf(CATEGORY);
    const end = summary.indexOf(END, from);
    const brandAt = summary.subarray(0, end).indexOf(BRAND, from);
    const category = names.category(slugOf(summary.subarray(from + 1, brandAt < 0 ? end : brandAt)));
    const brand = brandAt < 0 ? NULL : names.brand(slugOf(summary.subarray(brandAt + 1, end)));
    this.#parts = [CATEGORY_NAME, category, BRAND_NAME, brand, COMMA];
    this.#head = summary.subarray(0, from);
    this.#tail = summary.subarray(end + 1);
    this.bytesMax = summary.length * UNPACKED_MAX + this.#parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** Writes the summary into `target` at offset `from`; returns the offset after it. */
  write(target: Uint8Array, from: number): number {
    let offset = writePlain(this.#head, target, from);
    for (const part of this.#parts) {
      target.set(part, offset);
      offset += part.length;
    }
    return writePlain(this.#tail, target, offset);
  }

  toString(): string {
    const buffer = Buffer.allocUnsafe(this.bytesMax);
    return buffer.toString('utf8', 0, this.write(buffer, 0));
  }
}

/** Returns a summary without its category and brand. */
export function unnamedSummary(summary: Uint8Array): Omit<StoredSummary, 'category' | 'brand'> {
  return JSON.parse(String(new NamedSummary(summary, NO_NAMES))) as StoredSummary;
}

function writePlain(summary: Uint8Array, target: Uint8Array, from: number): number {
  let offset = from;
  for (let index = 0; index < summary.length; index++) {
    const byte = summary[index] as number;
    if (byte >= SPACE) {
      target[offset++] = byte;
      continue;
    }
    const piece = BYTES[byte - FIRST] as Buffer;
    target.set(piece, offset);
    offset += piece.length;
  }
  return offset;
}

const UNPACKED_MAX = Math.max(...BYTES.map((piece) => piece.length));
