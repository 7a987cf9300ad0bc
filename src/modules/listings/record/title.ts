const titleLengthMax = 150;

export interface TitleParts {
  /** The display name of the brand. */
  readonly brand: string | null;
  readonly model: string | null;
  readonly variant: string | null;
  readonly year: number | null;
}

/** "Mercedes-Benz Actros 1845 LS 2019", or null without a brand or a model: a bare year is no title. */
export function titleFrom({ brand, model, variant, year }: TitleParts): string | null {
  if (brand === null && model === null) return null;
  const series = brand !== null && model !== null && startsWithWord(model, brand) ? [model] : [brand, model];
  const title = [...series, variant, year === null ? null : String(year)]
    .filter((part) => part !== null && part !== '')
    .join(' ');
  if (title.length <= titleLengthMax) return title.trim();
  return Array.from(title).slice(0, titleLengthMax).join('').trim();
}

/** Feeds often repeat the brand in the model. */
function startsWithWord(text: string, word: string): boolean {
  return `${text.toLowerCase()} `.startsWith(`${word.toLowerCase()} `);
}
