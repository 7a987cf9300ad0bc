/**
 * Phrases with their meanings, found at a position in a text. The longest wins, and of equally long ones the
 * first.
 */
export class Phrases<Meaning> {
  readonly #byFirst = new Map<string, { readonly words: readonly string[]; readonly meaning: Meaning }[]>();

  constructor(lists: Iterable<readonly [meaning: Meaning, phrases: readonly string[]]>) {
    for (const [meaning, phrases] of lists) {
      for (const phrase of phrases) {
        const words = phrase.split(' ');
        const first = words[0] ?? '';
        this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), { words, meaning }]);
      }
    }
    for (const [first, known] of this.#byFirst)
      this.#byFirst.set(
        first,
        known.toSorted((a, b) => b.words.length - a.words.length),
      );
  }

  /** Returns the meaning of the phrase at a position, and its number of words. */
  find(texts: readonly string[], at: number): { meaning: Meaning; words: number } | undefined {
    const known = this.#byFirst.get(texts[at] ?? '');
    const found = known?.find(({ words }) => words.every((word, offset) => texts[at + offset] === word));
    return found && { meaning: found.meaning, words: found.words.length };
  }

  /** Returns the number of words of the phrase at a position; 0 for none. */
  length(texts: readonly string[], at: number): number {
    return this.find(texts, at)?.words ?? 0;
  }
}
