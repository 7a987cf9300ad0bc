/**
 * Texts by key and language: what the modules ship, and what administrators have put in its place. Read from memory, so
 * that an error or a mail costs no query; whoever keeps the edited texts hands them over anew when they change.
 *
 * `{name}` in a text stands for a value. A text is looked for in the languages asked for, best first, then in English.
 */
export type Values = Readonly<Record<string, string>>;

/** Language → key → text. */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Phrase {
  readonly language: string;
  readonly text: string;
}

export const LAST_LANGUAGE = 'en';
const PLACEHOLDER = /\{([A-Za-z]+)\}/g;

export class Wording {
  readonly #builtIn = new Map<string, Map<string, string>>();
  #edited: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();

  /** What ships. The same text may be defined again. */
  define(texts: TextsByLanguage): void {
    for (const [language, entries] of Object.entries(texts)) {
      const known = this.#builtIn.get(language) ?? new Map<string, string>();
      for (const [key, text] of Object.entries(entries)) known.set(key, text);
      this.#builtIn.set(language, known);
    }
  }

  builtIn(language: string): Values {
    return Object.fromEntries(this.#builtIn.get(language) ?? []);
  }

  replaceEdited(entries: readonly { language: string; key: string; text: string }[]): void {
    const edited = new Map<string, Map<string, string>>();
    for (const { language, key, text } of entries) {
      const known = edited.get(language) ?? new Map<string, string>();
      edited.set(language, known.set(key, text));
    }
    this.#edited = edited;
  }

  /** What administrators have written for the key, in the best of the languages; null where what ships is in force. */
  edited(languages: readonly string[], key: string): string | null {
    for (const language of chain(languages)) {
      const text = this.#edited.get(language)?.get(key);
      if (text !== undefined) return text;
      if (this.#builtIn.get(language)?.has(key) === true) return null;
    }
    return null;
  }

  find(languages: readonly string[], key: string): Phrase | null {
    for (const language of chain(languages)) {
      const text = this.#edited.get(language)?.get(key) ?? this.#builtIn.get(language)?.get(key);
      if (text !== undefined) return { language, text };
    }
    return null;
  }

  /** The values that texts of the area (`mails.verification.`) have; null where it has none of ours. */
  placeholdersIn(area: string): readonly string[] | null {
    const names = new Set<string>();
    let isKnown = false;
    for (const [known, text] of this.#builtIn.get(LAST_LANGUAGE) ?? []) {
      if (!known.startsWith(area)) continue;
      isKnown = true;
      for (const name of namesIn(text)) names.add(name);
    }
    return isKnown ? [...names].toSorted() : null;
  }
}

/** Unknown names stay as they are written; values are not looked into. */
export function filled(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
}

export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
}

/** A regional tag means its language. */
function chain(languages: readonly string[]): readonly string[] {
  return [...new Set([...languages.map((tag) => tag.toLowerCase().split('-')[0] ?? ''), LAST_LANGUAGE])];
}
