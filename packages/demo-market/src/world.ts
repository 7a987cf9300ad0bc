/** What the generator takes from the market that it is for. */
export interface World {
  /** Null for a city that the market does not know. */
  readonly findCity: (city: string, country: string) => CityFacts | null;
  readonly powerHpOf: (powerKw: number) => number;
  readonly powerKwOf: (powerHp: number) => number;
}

export interface CityFacts {
  readonly region: string | null;
  readonly lat: number;
  readonly lng: number;
}
