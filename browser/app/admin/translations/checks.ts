/** What is wrong with a translation, by its English text: placeholders, and forms that the language does not count in. */

export interface TextProblem {
  readonly kind: 'placeholderMissing' | 'placeholderUnknown' | 'pluralUnknown';
  readonly what: string;
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
    // "One vehicle" says its number in a word.
    ...[...wanted]
      .filter((name) => !found.has(name) && !(isCounted && form !== 'other' && name === 'count'))
      .map((what) => ({ kind: 'placeholderMissing' as const, what: `{${what}}` })),
    ...[...found]
      .filter((name) => !wanted.has(name))
      .map((what) => ({ kind: 'placeholderUnknown' as const, what: `{${what}}` })),
    ...(isCounted && !forms.includes(form) ? [{ kind: 'pluralUnknown' as const, what: form }] : []),
  ];
}
