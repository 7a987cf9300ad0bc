import { type Language, LANGUAGES } from '../../src/storefront/texts/languages.ts';

const CHOSEN = 'fw-language';

/** The language chosen in this browser, else that of the page. */
export const language: Language =
  LANGUAGES.find((code) => code === (localStorage.getItem(CHOSEN) ?? document.documentElement.lang)) ??
  LANGUAGES[0];

document.documentElement.lang = language;

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(CHOSEN, chosen);
  location.reload();
}
