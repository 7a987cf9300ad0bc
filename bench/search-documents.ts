import type { SearchDocument } from '@fifthwheel/search';

// A market made up from a seed: Zipf-distributed brands and words, prices that follow year and mileage, names in eight
// languages. The same number always gives the same listing.

export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv'];
const SYLLABLES =
  'ka lo mi ter ran sol vi den gra pu ster on bel ko ru ti na zam er al fo quin dre sa mo'.split(' ');
export const BENCH_BRANDS = (
  'Volvo Scania Mercedes-Benz MAN DAF Iveco Renault-Trucks Krone Schmitz-Cargobull Koegel Ford Volkswagen Fiat ' +
  'Caterpillar Komatsu Liebherr JCB Setra Neoplan Solaris Wielton Fruehauf Isuzu Toyota Peugeot Citroen Opel Kamaz'
).split(' ');
const BRAND_COUNT = 120;
const MODELS_PER_BRAND = 12;
const COUNTRIES =
  'DE PL FR ES IT NL SE BE AT CZ DK NO FI RO HU SK LT LV EE PT IE GB CH BG HR SI GR TR UA RS'.split(' ');
const FUELS = [
  'diesel',
  'diesel',
  'diesel',
  'diesel',
  'diesel',
  'diesel',
  'electric',
  'lng',
  'cng',
  'petrol',
  'hybrid',
];
const TRANSMISSIONS = ['automatic', 'automatic', 'manual', 'semi_automatic'];
const DRIVES = ['4x2', '4x2', '4x2', '6x2', '6x4', '8x4', '4x4'];
const EUROS = ['euro6', 'euro6', 'euro6d', 'euro6e', 'euro5', 'euro5', 'euro4', 'euro3'];
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'EUR', 'PLN', 'SEK', 'CZK', 'GBP'];
export const BENCH_RATES = { base: 'EUR', rates: { PLN: 4.3, SEK: 11.25, CZK: 25, GBP: 0.86, USD: 1.08 } };
export const BENCH_NOW_MS = Date.UTC(2025, 5, 1);
const DAY_MS = 86_400_000;

function madeWord(number: number): string {
  let word = '';
  for (let rest = number + 7; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
  }
  return word;
}

const zipf = (random: Random, count: number) => Math.min(count - 1, Math.floor(count ** random()) - 1);
const from = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;

const slugged = (name: string) => name.toLowerCase();
const brands = Array.from({ length: BRAND_COUNT }, (_, i) => BENCH_BRANDS[i] ?? `Maker-${madeWord(i * 31)}`);
const categories = Array.from({ length: 9 }, (_, i) => ({
  slug: ['tractor-units', 'trucks', 'vans', 'semi-trailers', 'trailers', 'buses', 'construction-machinery', 'forklifts', 'agricultural-machinery'][i] as string,
  texts: LANGUAGES.map((_language, language) => `${madeWord(9000 + i * 8 + language)} ${madeWord(9500 + i)}`),
})); // prettier-ignore
const subcategories = Array.from({ length: 120 }, (_, i) => ({
  slug: `kind-${madeWord(i + 300)}`,
  texts: LANGUAGES.map((_language, language) => `${madeWord(7000 + i * 8 + language)} ${madeWord(8200 + i)}`),
}));
const features = Array.from({ length: 90 }, (_, i) => ({
  code: i === 0 ? 'retarder' : `feature_${i}`,
  texts: LANGUAGES.map((_language, language) => `${madeWord(5000 + i * 8 + language)} ${madeWord(5900 + i)}`),
}));
const cities = Array.from({ length: 3000 }, (_, i) => {
  const random = seeded(i + 1);
  return {
    name: madeWord(i * 3 + 20_000),
    lat: 38 + random() * 22,
    lng: -8 + random() * 38,
    country: i % COUNTRIES.length,
  };
});

function description(random: Random, mileage: number): string {
  const words = Array.from({ length: 20 + Math.floor(random() * 40) }, () => madeWord(zipf(random, 20_000)));
  return `${words.join(' ')} ${mileage} km, ${100 + Math.floor(random() * 500)} hp.`;
}

export function benchDocument(number: number, version = 0): SearchDocument {
  const random = seeded(number * 977 + version);
  const brandAt = zipf(random, BRAND_COUNT);
  const brand = brands[brandAt] as string;
  const model = `${madeWord(brandAt * 40 + zipf(random, MODELS_PER_BRAND))} ${zipf(random, 6) * 20 + 300}`;
  const category = categories[zipf(random, categories.length)] as (typeof categories)[number];
  const subcategory = from(random, subcategories);
  const city = cities[zipf(random, cities.length)] as (typeof cities)[number];
  const year = 2025 - zipf(random, 26);
  const mileage = Math.floor(random() * 90_000 * (2026 - year));
  const currency = from(random, CURRENCIES);
  const rate = currency === 'EUR' ? 1 : (BENCH_RATES.rates[currency as 'PLN'] ?? 1);
  const chosen = features.filter(() => random() < 0.12);
  const ageMs = Math.floor(random() ** 2 * 300) * DAY_MS + Math.floor(random() * DAY_MS);
  const id = `lst_${String(number).padStart(10, '0')}${madeWord(number % 997)}`;
  const title = `${brand} ${model} ${from(random, DRIVES)} ${year} ${madeWord(zipf(random, 3000))}`;
  return {
    id,
    title,
    slug: `${slugged(brand)}-${number}`,
    description: description(random, mileage),
    brand: { slug: slugged(brand), name: brand.replace('-', ' ') },
    model,
    variant: random() < 0.5 ? null : `${from(random, ['LS', 'XL', 'HD'])} ${400 + zipf(random, 9) * 10}`,
    category: { slug: category.slug, name: category.slug.replace('-', ' ') },
    subcategory: { slug: subcategory.slug, name: subcategory.slug.replace('-', ' ') },
    categoryTexts: [...category.texts, ...subcategory.texts],
    features: chosen.map(({ code }) => code),
    featureTexts: chosen.map(({ texts }) => texts),
    price:
      random() < 0.03 ? null : Math.round((4000 + 140_000 * random() ** 2 * ((year - 1995) / 30)) * rate),
    currency,
    year,
    mileage,
    values: {
      fuelType: from(random, FUELS),
      transmission: from(random, TRANSMISSIONS),
      driveType: from(random, DRIVES),
      euroStandard: from(random, EUROS),
      condition: random() < 0.9 ? 'used' : 'new',
    },
    numbers: {},
    country: COUNTRIES[city.country] as string,
    region: `region ${city.name.slice(0, 2)}`,
    city: city.name,
    lat: city.lat + random() / 10,
    lng: city.lng + random() / 10,
    featured: random() < 0.04,
    sellerId: `sel_${zipf(random, 40_000)}`,
    sellerVerified: random() < 0.5,
    completeness: random(),
    createdAtMs: BENCH_NOW_MS - ageMs,
    publishedAtMs: BENCH_NOW_MS - ageMs,
    views: zipf(random, 5000),
    hasImages: true,
    summary: JSON.stringify({
      id,
      title,
      price: 1,
      currency,
      year,
      mileage,
      brand,
      city: city.name,
      thumbnail: `https://media.example/${id}/640.webp`,
    }),
  };
}
