/**
 * Summaries as the index keeps them: JSON in which the pieces that nearly all have in common stand as one control
 * character each. JSON never has such characters, so that what is packed comes out again byte by byte; it takes half the
 * memory. Whoever changes the pieces raises DOCUMENTS_VERSION: snapshots hold what was packed with the old ones.
 */
const PIECES = [
  // Longer ones before those that they contain.
  '"},"thumbnail":null,"featured":false,"seller":{"name":"',
  '"},"thumbnail":null,"featured":true,"seller":{"name":"',
  '","featured":false,"seller":{"name":"',
  '","featured":true,"seller":{"name":"',
  '"},"thumbnail":"',
  '"},"thumbnail":null',
  ',"status":"ACTIVE","category":{"slug":"',
  '"},"brand":null,"location":{"country":"',
  '"},"location":{"country":"',
  '"},"brand":{"slug":"',
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
  '","name":"',
  '","city":"',
];
/** The first control character that stands for a piece. */
const FIRST = 1;
const BYTES = PIECES.map((piece) => Buffer.from(piece));
const SPACE = 0x20;
const CODES = new Map(PIECES.map((piece, at) => [piece, String.fromCharCode(FIRST + at)]));
// Of the pieces that begin at the same place the first one is taken. None has a character that means anything here.
const UNPACKED = new RegExp(PIECES.join('|').replaceAll('{', '\\{'), 'g');
const PACKED = /[\u0001-\u001f]/g; // oxlint-disable-line eslint/no-control-regex -- they are what is looked for

export function packSummary(json: string): string {
  return json.replace(UNPACKED, (piece) => CODES.get(piece) ?? piece);
}

export function unpackSummary(packed: Uint8Array): string {
  const text = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString();
  return text.replaceAll(PACKED, (code) => PIECES[code.charCodeAt(0) - FIRST] ?? '');
}

/** Writes a summary into `target`, which has room for it, from a place on; returns where it ends. */
export function writeSummary(packed: Uint8Array, target: Uint8Array, from: number): number {
  let at = from;
  for (let read = 0; read < packed.length; read++) {
    const byte = packed[read] as number;
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

/** No summary takes more room than this for each of its bytes. */
export const UNPACKED_MAX = Math.max(...BYTES.map((piece) => piece.length));
