import { type Language, LANGUAGES } from '../../src/storefront/texts/languages.ts';

const CHOSEN = 'fw-language';

/** What somebody has chosen here, else what the page came in. */
export const language: Language =
  LANGUAGES.find((one) => one === (localStorage.getItem(CHOSEN) ?? document.documentElement.lang)) ??
  LANGUAGES[0];

document.documentElement.lang = language;

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(CHOSEN, chosen);
  location.reload();
}
