/** The texts of the application in the user's language, fetched once. Administrators can edit them. */
import { createContext, useContext } from 'react';
import type { DeskCount, DeskText } from '../../src/storefront/texts/generated/keys.ts';
import { Words } from '../../src/storefront/texts/words.ts';
import { api } from './api.ts';
import { language } from './language.ts';

export type { DeskCount, DeskText };
export type DeskWords = Words<DeskText, DeskCount> & { readonly name: NameOf; readonly options: OptionsOf };
/** Name of a category, brand or feature, by a key such as `categories.trucks`; null if it has none. */
type NameOf = (key: string) => string | null;

export interface Option {
  readonly value: string;
  readonly label: string;
}
/** A prefix that has a text for each value: `prefix.value`. */
export type Prefix<Text extends string, Value extends string> = Text &
  (`${Text}.${Value}` extends DeskText ? unknown : never);
/** Values as options of a list, labeled by the texts `prefix.value`. */
type OptionsOf = <Text extends string, Value extends string>(
  prefix: Prefix<Text, Value>,
  values: readonly Value[],
) => readonly Option[];

export async function loadWords(): Promise<DeskWords> {
  const { texts } = await api.translations.get(language);
  const find: NameOf = (key) => texts[key] ?? null;
  const words = new Words<DeskText, DeskCount>(language, find);
  const options: OptionsOf = (prefix, values) =>
    values.map((value) => ({ value, label: words.text(`${prefix}.${value}` as DeskText) }));
  return Object.assign(words, { name: find, options });
}

const WordsContext = createContext<DeskWords | null>(null);
export const WordsProvider = WordsContext.Provider;

export function useWords(): DeskWords {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('useWords needs a WordsProvider');
  return words;
}
