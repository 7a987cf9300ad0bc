import { entryOf } from '@fifthwheel/text/entry-of';
import { de } from './de.ts';
import { en, type ShippedText } from './en.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';

export const SHIPPED_SLUGS: readonly string[] = Object.keys(en);
/** Language → slug → text. */
export const SHIPPED: Readonly<Record<string, Readonly<Record<string, ShippedText>>>> = {
  en,
  de,
  fr,
  nl,
  pl,
};

export function findShipped(slug: string, language: string): ShippedText | undefined {
  const texts = entryOf(SHIPPED, language);
  return texts === undefined ? undefined : entryOf(texts, slug);
}
