import type { ListingSummary } from '../listings/index.ts';

/**
 * Summaries as the index keeps them: JSON in which the pieces that nearly all have in common are one control character
 * each. JSON never has such characters, so that what is packed comes out again byte by byte; it takes half the memory.
 * Category and brand are slugs, and get their names when the summary is shown. Whoever changes any of this raises
 * DOCUMENTS_VERSION: snapshots hold what was packed before.
 */
const PIECES = [
  // Longer ones before those that they contain.
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
/** The first control character that stands for a piece. */
const FIRST = 1;
const BYTES = PIECES.map((piece) => Buffer.from(piece));
const SPACE = 0x20;
const CODES = new Map(PIECES.map((piece, at) => [piece, String.fromCharCode(FIRST + at)]));
// Of the pieces that begin at the same place the first one is taken. None has a character that means anything here.
const UNPACKED = new RegExp(PIECES.join('|').replaceAll('{', '\\{'), 'g');

/** What begins the slug of the category, and that of the brand if there is one, and what ends both. */
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

/** Category and brand as summaries show them, by slug: JSON in UTF-8. */
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
  return packed(JSON.stringify(head).slice(0, -1)) + refs.join('') + packed(tail.slice(1));
}

const packed = (json: string): string => json.replace(UNPACKED, (piece) => CODES.get(piece) ?? piece);
/** Without control characters, whatever is in it. */
const bodyOf = (slug: string): string => JSON.stringify(slug).slice(1, -1);
const slugOf = (bytes: Uint8Array): string =>
  JSON.parse(`"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()}"`) as string;

/** A summary with the names of what it refers to, ready to be written. */
export class NamedSummary {
  /** The most bytes that it takes. */
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

  /** Writes it into `target` from a place on; returns where it ends. */
  write(target: Uint8Array, from: number): number {
    let at = writePlain(this.#head, target, from);
    for (const part of this.#parts) {
      target.set(part, at);
      at += part.length;
    }
    return writePlain(this.#tail, target, at);
  }

  toString(): string {
    const room = Buffer.allocUnsafe(this.bytesMax);
    return room.toString('utf8', 0, this.write(room, 0));
  }
}

/** What a summary says that needs no names. */
export function unnamedSummary(summary: Uint8Array): Omit<StoredSummary, 'category' | 'brand'> {
  return JSON.parse(String(new NamedSummary(summary, NO_NAMES))) as StoredSummary;
}

function writePlain(summary: Uint8Array, target: Uint8Array, from: number): number {
  let at = from;
  for (let read = 0; read < summary.length; read++) {
    const byte = summary[read] as number;
    if (byte >= SPACE) {
      target[at++] = byte;
      continue;
    }
    const piece = BYTES[byte - FIRST] as Buffer;
    target.set(piece, at);
    at += piece.length;
  }
  return at;
}

const UNPACKED_MAX = Math.max(...BYTES.map((piece) => piece.length));
