/** Languages of the pages; the first is the fallback. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names of the languages in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };
