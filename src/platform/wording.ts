/**
 * Texts by key and language: those of the modules, overridden by edits of administrators. They are read from memory, so an error
 * or an email costs no query. The translations module passes in the edited texts again whenever they change.
 *
 * `{name}` in a text is a placeholder for a value. A text is looked up in the requested languages, best first, then in English.
 */

export type Values = Readonly<Record<string, string>>;

/** Language → key → text. */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Phrase {
  readonly language: string;
  readonly text: string;
}

export const LAST_LANGUAGE = 'en';
/** Area of the error messages of the server. */
export const ERROR_MESSAGES = 'refusals.';
const KEY_WORDS_LENGTH_MAX = 90;
const PLACEHOLDER = /\{([A-Za-z]+)\}/g;

export interface EditedText {
  readonly language: string;
  readonly key: string;
  readonly text: string;
}

/** The key of an error in the translations: its words, as far as they fit. A field problem is not a whole sentence. */
export function errorKey(english: string): string {
  const words = english
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const kind = english.endsWith('.') ? '' : 'field.';
  return `${ERROR_MESSAGES}${kind}${words.slice(0, KEY_WORDS_LENGTH_MAX)}`;
}

export class Wording {
  readonly #builtIn = new Map<string, Map<string, string>>();
  #edited: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  #version = 0;
  #timeZone = 'UTC';

  /** Adds texts that ship with a module. Defining the same text again is allowed. */
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

  /** Rises with every change of the edited texts or of the time zone. */
  get version(): number {
    return this.#version;
  }

  /** Time zone of the marketplace, for readers whose zone is unknown. */
  get timeZone(): string {
    return this.#timeZone;
  }

  set timeZone(zone: string) {
    if (zone === this.#timeZone) return;
    this.#timeZone = zone;
    this.#version++;
  }

  replaceEdited(entries: readonly EditedText[]): void {
    const edited = new Map<string, Map<string, string>>();
    for (const { language, key, text } of entries) {
      const known = edited.get(language) ?? new Map<string, string>();
      edited.set(language, known.set(key, text));
    }
    this.#edited = edited;
    this.#version++;
  }

  /** The administrators' text for a key in the best of the languages; null where the shipped text is in force. */
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

  /** The text of a sentence of the program in the best of the languages; null for a sentence without an entry. */
  sentence(languages: readonly string[], english: string): string | null {
    return this.find(languages, errorKey(english))?.text ?? null;
  }

  /** The placeholders that the shipped texts of an area (`mails.verification.`) use; null for an area without texts. */
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

/** Fills in placeholders. Unknown names stay as written; values are inserted literally. */
export function fillPlaceholders(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
}

export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
}

/** The languages to look in: those of the tags without their regions, then English. */
function chain(languages: readonly string[]): readonly string[] {
  return [...new Set([...languages.map((tag) => tag.toLowerCase().split('-')[0] ?? ''), LAST_LANGUAGE])];
}
