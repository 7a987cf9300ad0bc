/** What the listings that resemble one are looked for by; slugs, the price in its own currency. */
export interface SimilarSeed {
  readonly id: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly price: number | null;
  readonly currency: string | null;
}

/** Finds listings that resemble one; the search does, which is built on the listings. */
export interface SimilarListings {
  /** The envelope of their summaries, ready to be sent. */
  similar(seed: SimilarSeed, languages: readonly string[]): Promise<Buffer>;
}
