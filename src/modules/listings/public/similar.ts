/** What similar listings are searched by: slugs, and the price in its own currency. */
export interface SimilarSeed {
  readonly id: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly price: number | null;
  readonly currency: string | null;
}

/** Finds similar listings. Implemented by the search, which is built on this module. */
export interface SimilarListings {
  /** The envelope with their summaries, as the text of the answer. */
  similar(seed: SimilarSeed, languages: readonly string[]): Promise<Buffer>;
}
