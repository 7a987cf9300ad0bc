/** Geographic data that the generator requires from its caller. */
export interface World {
  /** Returns null for an unknown city. */
  readonly findCity: (city: string, country: string) => CityFacts | null;
  readonly powerHpOf: (powerKw: number) => number;
  readonly powerKwOf: (powerHp: number) => number;
}

export interface CityFacts {
  readonly region: string | null;
  readonly lat: number;
  readonly lng: number;
}
