import type { Lexicon } from '../words/lexicon.ts';

// Postings of a sealed block: its terms by spelling, so that a prefix is one range of them, and the documents
// of each term with their weights.

const encoder = new TextEncoder();

export class SealedPostings {
  readonly terms: Uint32Array;
  /** Postings of terms[i]: starts[i] to starts[i + 1]. */
  readonly starts: Uint32Array;
  readonly docs: Uint16Array;
  readonly weights: Uint8Array;

  constructor(terms: Uint32Array, starts: Uint32Array, docs: Uint16Array, weights: Uint8Array) {
    this.terms = terms;
    this.starts = starts;
    this.docs = docs;
    this.weights = weights;
  }

  get bytes(): number {
    return this.terms.byteLength + this.starts.byteLength + this.docs.byteLength + this.weights.byteLength;
  }

  /** Returns the position of a term, or -1. */
  find(lexicon: Lexicon, term: number): number {
    let low = 0;
    let high = this.terms.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const held = this.terms[middle] as number;
      if (held === term) return middle;
      if (lexicon.table.compare(held, term) < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Returns the range of positions whose terms begin with a text: [from, to). */
  prefixRun(lexicon: Lexicon, prefix: string): [from: number, to: number] {
    const bytes = encoder.encode(prefix);
    const from = this.#lowerBound((term) => lexicon.table.compareBytes(term, bytes, true) < 0);
    const to = this.#lowerBound((term) => lexicon.table.compareBytes(term, bytes, true) <= 0);
    return [from, to];
  }

  #lowerBound(isBefore: (term: number) => boolean): number {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.terms[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
