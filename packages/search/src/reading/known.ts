import type { NameDimension } from '../dimensions.ts';

/** The values in an index that help to parse queries. */
export interface KnownValues {
  /** Returns how many listings have a word in their own text; it can be more. */
  documentsWith(word: string): number;
  hasCity(spellings: readonly string[]): boolean;
  hasRegion(spellings: readonly string[]): boolean;
  hasName(dimension: NameDimension, value: string): boolean;
  hasListing(id: string): boolean;
  /** Returns the sellers with this name, folded and without spaces and legal form. */
  sellersNamed(key: string): readonly string[];
  /**
   * Reads at most `most` sellers' names in advance, so that queries do not have to. Returns whether there are
   * more.
   */
  readSellers(most: number): boolean;
  /** Calls back with at most `most` models from number `since` on. Returns the number of the next one. */
  eachModel(since: number, note: (name: string, brand: string) => void, most?: number): number;
}

/** Coordinates of places, by name in any language. */
export interface PlaceDictionary {
  city(
    name: string,
  ): { readonly spellings: readonly string[]; readonly lat: number; readonly lng: number } | null;
  region(name: string): readonly string[] | null;
}

/** The source of a vocabulary. */
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

/** Words that administrators add. */
export interface OwnWords {
  /** Words that mean the same as other words. */
  readonly synonyms: readonly { readonly word: string; readonly meaning: string }[];
  /** Words that are ignored. */
  readonly stopWords: readonly string[];
}
