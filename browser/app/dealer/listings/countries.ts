import type { DeskWords, Option } from '../../words.ts';

/** Countries with most vehicles of a European marketplace; a listing in another country keeps its own. */
export const COUNTRIES = (
  'AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO ' +
  'RS SE SI SK TR UA'
).split(' ');

/** Countries by name, in the order of the user's language. */
export const countryOptions = (codes: readonly string[], words: DeskWords): readonly Option[] =>
  codes
    .map((code) => ({ value: code, label: words.country(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, words.language));
