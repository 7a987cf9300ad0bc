/** What a page says to its reader: texts, labels, numbers and dates in one language. */
import type { AppError } from '../../platform/errors/app-error.ts';
import { type Said, saidIn } from '../../platform/errors/said.ts';
import type { Wording } from '../../platform/wording.ts';
import { de } from './de.ts';
import { type CountKey, en, type TextKey } from './en.ts';
import { deskTexts } from './desk/index.ts';
import { fieldLabels } from './fields.data.ts';
import { fr } from './fr.data.ts';
import { DESK_LANGUAGES, type Language, LANGUAGES } from './languages.ts';
import { nl } from './nl.data.ts';
import { pl } from './pl.data.ts';
import { refusalTexts } from './refusals/index.ts';
import { Words } from './words.ts';

export { type Language, LANGUAGE_NAMES, LANGUAGES } from './languages.ts';

const FORMULAS = { euroStandard: fieldLabels.en.values['euroStandard'] ?? {} };

/** What the pages say in each language. */
export const PAGE_TEXTS: Readonly<Record<Language, Labelled>> = {
  en: { texts: en, ...fieldLabels.en },
  de: { texts: de, ...fieldLabels.de },
  fr: { ...fr, values: { ...fr.values, ...FORMULAS } },
  nl: { ...nl, values: { ...nl.values, ...FORMULAS } },
  pl: { ...pl, values: { ...pl.values, ...FORMULAS } },
};

interface Labelled {
  readonly texts: Readonly<Partial<Record<string, string>>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Ships the texts of the pages, so that administrators can edit them. */
export function definePageTexts(wording: Wording): void {
  for (const language of LANGUAGES) {
    const { texts, fields, values } = PAGE_TEXTS[language];
    const entries: Record<string, string> = {};
    for (const [key, text] of Object.entries(texts)) if (text !== undefined) entries[`ui.${key}`] = text;
    for (const [field, label] of Object.entries(fields)) entries[`fields.${field}`] = label;
    for (const [field, labels] of Object.entries(values))
      for (const [value, label] of Object.entries(labels)) entries[`values.${field}.${value}`] = label;
    wording.define({ [language]: entries });
  }
  for (const language of DESK_LANGUAGES) {
    const entries = Object.entries(deskTexts[language]).map(([key, text]) => [`ui.${key}`, text] as const);
    wording.define({ [language]: Object.fromEntries(entries) });
  }
  wording.define(refusalTexts);
}

/** The words of the pages that the server renders. They are the same for everybody, so their times are in the marketplace's zone. */
export class Reader extends Words<TextKey, CountKey> {
  readonly #wording: Wording;

  constructor(language: Language, wording: Wording) {
    super(language, keptTexts(language, wording), () => wording.timeZone);
    this.#wording = wording;
  }

  refusal(error: AppError): Said {
    return saidIn([this.language], error, this.#wording);
  }

  /** Another one when texts were edited. */
  get edition(): number {
    return this.#wording.version;
  }
}

/** A page has some hundred texts, most of them the same as the last page. */
function keptTexts(language: Language, wording: Wording): (key: string) => string | null {
  const kept = new Map<string, string>();
  let version = wording.version;
  return (key) => {
    if (version !== wording.version) {
      kept.clear();
      version = wording.version;
    }
    const known = kept.get(key);
    if (known !== undefined) return known;
    const text = wording.find([language], key)?.text;
    if (text === undefined) return null;
    kept.set(key, text);
    return text;
  };
}
