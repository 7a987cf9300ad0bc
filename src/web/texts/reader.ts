/** What a page says to its reader: texts, labels, numbers and dates in one language. */
import type { Wording } from '../../platform/wording.ts';
import { de } from './de.ts';
import { type CountKey, en, type TextKey } from './en.ts';
import { deskTexts } from './desk/index.ts';
import { fieldLabels } from './fields.data.ts';
import { type Language, LANGUAGES } from './languages.ts';
import { Words } from './words.ts';

export { type Language, LANGUAGE_NAMES, LANGUAGES } from './languages.ts';

const TEXTS = { en, de };

/** Ships the texts of the pages, so that administrators can edit them. */
export function definePageTexts(wording: Wording): void {
  for (const language of LANGUAGES) {
    const { fields, values } = fieldLabels[language];
    const entries: Record<string, string> = {};
    for (const [key, text] of Object.entries(TEXTS[language])) entries[`ui.${key}`] = text;
    for (const [key, text] of Object.entries(deskTexts[language])) entries[`ui.${key}`] = text;
    for (const [field, label] of Object.entries(fields)) entries[`fields.${field}`] = label;
    for (const [field, labels] of Object.entries(values))
      for (const [value, label] of Object.entries(labels)) entries[`values.${field}.${value}`] = label;
    wording.define({ [language]: entries });
  }
}

/** The words of the pages that the server renders. They are the same for everybody, so their times are UTC. */
export class Reader extends Words<TextKey, CountKey> {
  constructor(language: Language, wording: Wording) {
    super(language, (key) => wording.find([language], key)?.text ?? null, 'UTC');
  }
}
