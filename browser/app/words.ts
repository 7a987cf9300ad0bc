/** The texts of the application in the reader's language, fetched once. Administrators edit them as they do all others. */
import { createContext, useContext } from 'react';
import type { DeskCount, DeskText } from '../../src/storefront/texts/generated/keys.ts';
import { Words } from '../../src/storefront/texts/words.ts';
import { api } from './api.ts';
import { language } from './language.ts';

export type { DeskCount, DeskText };
export type DeskWords = Words<DeskText, DeskCount> & { readonly name: NameOf };
/** The name of a category, brand or feature, as `categories.trucks`; null where there is none. */
type NameOf = (key: string) => string | null;

export async function loadWords(): Promise<DeskWords> {
  const { texts } = await api.translations.get(language);
  const find: NameOf = (key) => texts[key] ?? null;
  return Object.assign(new Words<DeskText, DeskCount>(language, find), { name: find });
}

const WordsContext = createContext<DeskWords | null>(null);
export const WordsProvider = WordsContext.Provider;

export function useWords(): DeskWords {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('there are no words here');
  return words;
}
