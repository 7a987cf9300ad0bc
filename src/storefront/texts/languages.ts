/** Languages of the pages; the first is the fallback. */
export const LANGUAGES = ['en', 'de', 'fr', 'nl', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names of the languages in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  nl: 'Nederlands',
  pl: 'Polski',
};

/** Languages of the workspace; those of buyers are more. */
export const DESK_LANGUAGES = ['en', 'de'] as const satisfies readonly Language[];

export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  nl: 'nl-NL',
  pl: 'pl-PL',
};
