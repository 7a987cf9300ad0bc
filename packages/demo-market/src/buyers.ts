import { countries } from './countries.ts';
import { Random, weighted } from './random.ts';
import type { DemoBuyer } from './records.ts';
import { slugOf } from './sellers.ts';
import type { PeopleOptions } from './sellers.ts';

const drawCountry = weighted(countries.map((country, index) => [country, 1 / (index + 3)]));

export function generateBuyers({ seed, count, now }: PeopleOptions): DemoBuyer[] {
  return Array.from({ length: count }, (_, index) => generateBuyer({ seed, index, now }));
}

export function generateBuyer({
  seed,
  index,
  now,
}: {
  readonly seed: number;
  readonly index: number;
  readonly now: Date;
}): DemoBuyer {
  const random = new Random(seed, 'buyer', index);
  const country = drawCountry.draw(random);
  const name = `${random.pick(country.givenNames)} ${random.pick(country.familyNames)}`;
  return {
    index,
    name,
    email: `${slugOf(name).replace('-', '.')}.${index + 1}@buyers.example`,
    country: country.code,
    language: country.language,
    currency: country.currency,
    createdAt: new Date(now.getTime() - random.integer(200, 900) * 86_400_000),
  };
}
