/**
 * Finds the text that an English sentence with its values filled in was made of, so that it can be said in another language.
 * A sentence without values is looked up; one with values is compared with the texts that begin with the same word, those
 * that say most by themselves first. A value reaches as far as the next words of the text.
 */
type Values = Readonly<Record<string, string>>;

export interface Made {
  readonly key: string;
  readonly values: Values;
}

interface Pattern {
  readonly key: string;
  /** What stands before, between and after the values. */
  readonly parts: readonly string[];
  readonly names: readonly string[];
  readonly constant: number;
}

const PLACE = /\{([A-Za-z]+)\}/;
/** Texts that begin with a value. */
const ANY = '';

export class Sentences {
  readonly #plain = new Map<string, string>();
  readonly #patterns = new Map<string, Pattern[]>();

  /** `texts`: English, by key. */
  constructor(texts: Iterable<readonly [key: string, text: string]>) {
    for (const [key, text] of texts) {
      const pattern = patternOf(key, text);
      if (pattern.names.length === 0) {
        this.#plain.set(text, key);
        continue;
      }
      const word = firstWord(pattern.parts[0] ?? '');
      this.#patterns.set(word, [...(this.#patterns.get(word) ?? []), pattern]);
    }
    for (const group of this.#patterns.values()) group.sort((a, b) => b.constant - a.constant);
  }

  find(sentence: string): Made | null {
    const key = this.#plain.get(sentence);
    if (key !== undefined) return { key, values: {} };
    for (const word of new Set([firstWord(sentence), ANY]))
      for (const pattern of this.#patterns.get(word) ?? []) {
        const values = valuesIn(sentence, pattern);
        if (values !== null) return { key: pattern.key, values };
      }
    return null;
  }
}

function patternOf(key: string, text: string): Pattern {
  const pieces = text.split(PLACE);
  const parts = pieces.filter((_, at) => at % 2 === 0);
  const names = pieces.filter((_, at) => at % 2 === 1);
  return { key, parts, names, constant: parts.join('').length };
}

/** Empty where a value may stand in the word. */
function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end === -1 ? ANY : text.slice(0, end);
}

function valuesIn(sentence: string, { parts, names }: Pattern): Values | null {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (sentence.length < first.length + last.length) return null;
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null;
  const end = sentence.length - last.length;
  const values: Record<string, string> = {};
  let from = first.length;
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const to = isLast ? end : sentence.indexOf(parts[at + 1] ?? '', from);
    if (to === -1 || to > end) return null;
    values[name] = sentence.slice(from, to);
    from = to + (parts[at + 1] ?? '').length;
  }
  return values;
}
