/** What administrators should look at. Flags refuse nothing: they may be wrong. */
export interface ModerationFlags {
  /** Far below what like vehicles cost: the usual bait. */
  readonly priceFarBelow?: { readonly price: number; readonly median: number };
  readonly vinSeenElsewhere?: readonly string[];
  /** Fields whose text seems to lead around the marketplace. */
  readonly contactInText?: readonly string[];
}

export interface FlagFacts {
  readonly price: number | null;
  /** Of like live listings; null where there are too few. */
  readonly median: number | null;
  readonly duplicates: readonly string[];
  readonly texts: Readonly<Record<string, string | null>>;
}

/** Below this share of the median. */
const PRICE_SHARE_MIN = 0.4;
/** Like listings that make a median. */
export const COMPARABLE_MIN = 5;

export function flagsOf({ price, median, duplicates, texts }: FlagFacts): ModerationFlags {
  const suspects = Object.entries(texts)
    .filter(([, text]) => text !== null && seemsToHoldContact(text))
    .map(([field]) => field);
  return {
    ...(price !== null && median !== null && price < median * PRICE_SHARE_MIN
      ? { priceFarBelow: { price, median } }
      : {}),
    ...(duplicates.length > 0 ? { vinSeenElsewhere: [...duplicates] } : {}),
    ...(suspects.length > 0 ? { contactInText: suspects } : {}),
  };
}

/**
 * Texts with plain addresses and numbers are refused when they are written; here it is about disguised ones, and recall comes
 * before precision. Linear in the length of the text.
 */
const disguises: readonly RegExp[] = [
  /\b(?:whats\s?app|telegram|viber|wechat|imo\b|threema)/i,
  // A number with an area code, digit by digit: 0 1 7 6 - 1 2 3 4 5 6 7
  /(?:\+|\b0)(?:[\s._\-/|*]{0,3}\d){8,14}/,
  /\w\s?(?:\(at\)|\[at\]|\{at\})\s?\w/i,
  /\w\s?(?:\(dot\)|\[dot\]|\{dot\})\s?\w/i,
  /\w at \w+ (?:dot|punkt) \w/i,
];

export function seemsToHoldContact(text: string): boolean {
  return disguises.some((disguise) => disguise.test(text));
}
