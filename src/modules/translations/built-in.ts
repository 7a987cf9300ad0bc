import { ERROR_CATALOGUE } from '../../platform/errors/catalogue.ts';
import { shippedTexts } from '../../platform/shipped-texts.ts';

export const BUILT_IN_LANGUAGES = ['en', 'de'] as const;

/** Key → text of what every marketplace interface needs, besides the texts of our own; English of errors is their catalogue's. */
export function builtInTexts(language: string): Readonly<Record<string, string>> {
  const texts = shippedTexts('interface')[language] ?? {};
  if (language !== 'en') return texts;
  const errors = Object.entries(ERROR_CATALOGUE).map(([code, { when }]) => [`errors.${code}`, when] as const);
  return { ...texts, ...Object.fromEntries(errors) };
}
