import { fold } from '@fifthwheel/text/fold';
import { entryOf } from '@fifthwheel/text/entry-of';

// Common names of things, and one word that their listings contain (folded, a single token). Listings contain
// the names of their category in every language and its slug, so most trade words need no entry here.
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  mb: ['mercedes'],
  merc: ['mercedes'],
  benz: ['mercedes'],
  daimler: ['mercedes'],
  vw: ['volkswagen'],
  volkswagon: ['volkswagen'],
  cat: ['caterpillar'],
  iveko: ['iveco'],
  skania: ['scania'],
  fuso: ['mitsubishi'],
  nh: ['newholland'],
  jd: ['johndeere'],
  deere: ['johndeere'],
  cargolift: ['tail'],
  taillift: ['tail'],
  hebebuhne: ['ladebordwand'],
  dumper: ['tipper', 'dump'],
  kipper: ['tipper'],
  benne: ['tipper'],
  lorry: ['truck', 'trucks'],
  lorries: ['trucks'],
  lkw: ['truck', 'trucks'],
  lastwagen: ['truck', 'trucks'],
  laster: ['truck', 'trucks'],
  vrachtwagen: ['truck', 'trucks'],
  ciezarowka: ['truck', 'trucks'],
  lieferwagen: ['van', 'vans'],
  artic: ['tractor'],
  sattelschlepper: ['tractor'],
  tractorhead: ['tractor'],
  reefer: ['refrigerated'],
  fridge: ['refrigerated'],
  frigo: ['refrigerated'],
  cooler: ['refrigerated'],
  tautliner: ['curtainsider'],
  curtain: ['curtainsider'],
  lowbed: ['lowloader'],
  lowboy: ['lowloader'],
  flatbed: ['platform', 'dropside'],
  tanker: ['tank'],
  hiab: ['crane'],
  digger: ['excavator', 'excavators'],
  bagger: ['excavator', 'excavators'],
  kran: ['crane'],
  kraan: ['crane'],
  dozer: ['bulldozer', 'bulldozers'],
  semi: ['semitrailer', 'semitrailers'],
  kamion: ['truck', 'trucks'],
  camion: ['truck', 'trucks'],
};

/** Brand slugs by alias, for suggestions. */
export const BRAND_ALIASES: Readonly<Record<string, string>> = {
  mb: 'mercedes-benz',
  merc: 'mercedes-benz',
  benz: 'mercedes-benz',
  daimler: 'mercedes-benz',
  vw: 'volkswagen',
  cat: 'caterpillar',
  nh: 'new-holland',
  jd: 'john-deere',
  iveko: 'iveco',
  skania: 'scania',
  fuso: 'mitsubishi-fuso',
};

/** Additional words for a brand, from the marketplace's administrators; reloaded on every change. */
export interface BrandNaming {
  slug: string;
  aliases: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * Alternative words for the words of a query. A brand is represented by the term in each of its listings: its
 * slug without separators.
 */
export class Aliases {
  static readonly builtIn = new Aliases([]);
  readonly #terms = new Map<string, string[]>();
  readonly #words = new Map<string, string[]>();

  constructor(brands: readonly BrandNaming[]) {
    for (const { slug, aliases } of brands) {
      const term = slug.replaceAll('-', '');
      for (const alias of aliases) {
        const word = aliasWord(alias);
        if (word === '' || word === term) continue;
        if (entryOf(ALIASES, word)?.includes(term) !== true) append(this.#terms, word, term);
        append(this.#words, slug, word);
      }
    }
  }

  /** Returns the other terms that a query word matches. */
  termsFor(word: string): readonly string[] {
    const addedTerms = this.#terms.get(word);
    const builtIn = entryOf(ALIASES, word) ?? NONE;
    return addedTerms === undefined ? builtIn : [...builtIn, ...addedTerms];
  }

  /** Returns the words that lead to a brand when they are typed. */
  wordsFor(brandSlug: string): readonly string[] {
    return this.#words.get(brandSlug) ?? NONE;
  }
}

// Returns an alias in the form in which queries are compared: letters and digits, joined.
function aliasWord(alias: string): string {
  return (fold(alias).match(/\p{L}+|\p{Nd}+/gu) ?? []).join('');
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list !== undefined) list.push(value);
  else lists.set(key, [value]);
}
