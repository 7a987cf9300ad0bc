import { fold } from '@fifthwheel/text/fold';

/**
 * The form in which place names are compared: no case, no diacritics, no apostrophes, other punctuation as one space,
 * and one spelling of Saint: `foldPlace('St. Gallen') === foldPlace('Sankt Gallen')`.
 */
export function foldPlace(name: string): string {
  return fold(name)
    .replace(/['’‘ʼʻ`´ʹʺ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\b(?:st|ste|sankt|sainte)(?= )/g, 'saint');
}

/** "Koeln" for "Köln": the spelling of German keyboards without umlauts, undone on a folded name. */
export const foldDigraphs = (folded: string): string => folded.replace(/([aou])e/g, '$1');

/** Start of the addition that distinguishes a place from its namesakes. */
const qualifier = / (?:am|an der|an|im|in der|in|bei|ob der|vor der|upon|on|sur|am see|aan den|nad|pod) /;

/** "Frankfurt" for "Frankfurt am Main", "Halle" for "Halle (Saale)"; undefined where nothing can be left out. */
export function shortName(name: string): string | undefined {
  const withoutBracket = name.replace(/ ?\(.*\)$/, '');
  const folded = foldPlace(withoutBracket);
  const end = folded.search(qualifier);
  const short = end === -1 ? folded : folded.slice(0, end);
  return short !== foldPlace(name) && short.length >= 3 ? short : undefined;
}
