import type { NameDimension } from '../dimensions.ts';

/** What an index holds, as far as it helps to read words. */
export interface KnownValues {
  /** How many listings have a word in their own text, or more. */
  documentsWith(word: string): number;
  hasCity(spellings: readonly string[]): boolean;
  hasRegion(spellings: readonly string[]): boolean;
  hasName(dimension: NameDimension, value: string): boolean;
  hasListing(id: string): boolean;
  /** The sellers that a folded name without blanks and legal form is the name of. */
  sellersNamed(key: string): readonly string[];
  /** Reads at most so many names of sellers, so that nobody who asks for one has to; false when none is left. */
  readSellers(most: number): boolean;
  /** Calls back with the models that have come since a number of them, at most so many; returns up to which. */
  eachModel(since: number, note: (name: string, brand: string) => void, most?: number): number;
}

/** Where places are; names in any language. */
export interface PlaceBook {
  city(
    name: string,
  ): { readonly spellings: readonly string[]; readonly lat: number; readonly lng: number } | null;
  region(name: string): readonly string[] | null;
}

/** What a vocabulary is made of. */
export interface Catalogue {
  readonly categories: readonly {
    readonly slug: string;
    readonly parent: string | null;
    readonly names: readonly string[];
  }[];
  readonly brands: readonly {
    readonly slug: string;
    readonly names: readonly string[];
    readonly models: readonly string[];
  }[];
  readonly features: readonly { readonly code: string; readonly names: readonly string[] }[];
}

/** What administrators add to it. */
export interface OwnWords {
  /** Words that stand for other words. */
  readonly synonyms: readonly { readonly word: string; readonly meaning: string }[];
  /** Words that are left out. */
  readonly stopWords: readonly string[];
}
