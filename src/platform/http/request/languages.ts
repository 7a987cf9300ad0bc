const HEADER_MAX = 500;
const LANGUAGES_MAX = 10;

/** The languages of an Accept-Language header, best first, in lower case: `de-de`, `de`, `en`. */
export function acceptedLanguages(header: string | null): readonly string[] {
  if (header === null) return [];
  return header
    .slice(0, HEADER_MAX)
    .split(',')
    .slice(0, LANGUAGES_MAX)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** The first wanted language that is available; `de-AT` also accepts `de`. */
export function chooseLanguage<L extends string>(
  wanted: readonly string[],
  available: readonly L[],
  fallback: L,
): L {
  for (const tag of wanted) {
    const found = available.find((language) => language === tag || language === tag.split('-')[0]);
    if (found !== undefined) return found;
  }
  return fallback;
}
