/** Compares a translation with its English text: placeholders, and plural forms that the language does not have. */

export interface TextProblem {
  readonly kind: 'placeholderMissing' | 'placeholderUnknown' | 'pluralUnknown';
  readonly part: string;
}

const PLACEHOLDER = /\{(\w+)\}/g;
const FORM = /\.(zero|one|two|few|many|other)$/;

const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''));

export function problemsOf(
  key: string,
  english: string | undefined,
  text: string,
  language: string,
): readonly TextProblem[] {
  const wanted = namesIn(english ?? text);
  const found = namesIn(text);
  const form = FORM.exec(key)?.[1];
  const isCounted = form !== undefined && wanted.has('count');
  const forms: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [
    // "One vehicle" has its number as a word.
    ...[...wanted]
      .filter((name) => !found.has(name) && !(isCounted && form !== 'other' && name === 'count'))
      .map((part) => ({ kind: 'placeholderMissing' as const, part: `{${part}}` })),
    ...[...found]
      .filter((name) => !wanted.has(name))
      .map((part) => ({ kind: 'placeholderUnknown' as const, part: `{${part}}` })),
    ...(isCounted && !forms.includes(form) ? [{ kind: 'pluralUnknown' as const, part: form }] : []),
  ];
}
