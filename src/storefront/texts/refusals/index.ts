/** The sentences with which the server refuses, in the languages of its readers. English ones are the keys of the others. */
import { REFUSALS, type TextsByLanguage } from '../../../platform/wording.ts';
import { de } from './de.data.ts';
import { fr } from './fr.data.ts';
import { nl } from './nl.data.ts';
import { pl } from './pl.data.ts';

const WORDS_LENGTH_MAX = 90;

/** The key of a sentence in the translations: its words, as far as they fit. What is said of a field is no whole sentence. */
function refusalKey(english: string): string {
  const words = english
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const kind = english.endsWith('.') ? '' : 'field.';
  return `${REFUSALS}${kind}${words.slice(0, WORDS_LENGTH_MAX)}`;
}

function keyed(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([english, text]) => [refusalKey(english), text]));
}

export const refusalTexts: TextsByLanguage = {
  en: keyed(Object.fromEntries(Object.keys(de).map((english) => [english, english]))),
  de: keyed(de),
  fr: keyed(fr),
  nl: keyed(nl),
  pl: keyed(pl),
};
