import type { ReactElement } from 'react';
import { type Language, LANGUAGE_NAMES } from '../texts/languages.ts';
import type { Reader } from '../texts/reader.ts';

/** The same page in another language. */
export function LanguageLink({
  language,
  path,
  reader,
}: {
  language: Language;
  /** Below the language. */
  path: string;
  reader: Reader;
}): ReactElement {
  return (
    <a
      href={`/${language}${path}`}
      lang={language}
      hrefLang={language}
      aria-current={language === reader.language ? 'true' : undefined}
    >
      {LANGUAGE_NAMES[language]}
    </a>
  );
}
