import { placeKey } from '@fifthwheel/text/fold';
import { countries, countryOf, placesOf } from './countries.ts';
import type { Country } from './countries.ts';
import { drawReach } from './reach.ts';
import { Random, weighted, type Weighted, weightedKeys } from './random.ts';
import type { DemoClass, DemoLanguage, DemoPlace, DemoPlan, DemoSeller } from './records.ts';
import type { World } from './world.ts';

type Specialty = 'general' | 'trucks' | 'trailers' | 'vans' | 'buses' | 'machines';

/** Distribution of vehicle classes by the dealer's specialty. */
const mixes: Readonly<Record<Specialty, Weighted<DemoClass>>> = {
  general: weightedKeys({ TU: 28, TR: 24, VA: 17, ST: 15, TL: 4, BU: 4, CM: 8 }),
  trucks: weightedKeys({ TU: 45, TR: 42, ST: 9, TL: 4 }),
  trailers: weightedKeys({ ST: 68, TL: 24, TR: 8 }),
  vans: weightedKeys({ VA: 88, TR: 12 }),
  buses: weightedKeys({ BU: 92, VA: 8 }),
  machines: weightedKeys({ CM: 84, TL: 8, TR: 8 }),
};

/** Trade as it appears in the company name, if it differs from the country's usual word. */
const signs: Readonly<Record<Exclude<Specialty, 'general'>, Readonly<Record<DemoLanguage, string>>>> = {
  trucks: { en: 'Trucks', de: 'Truck Center', fr: 'Poids Lourds', pl: 'Trucks', nl: 'Trucks' },
  trailers: { en: 'Trailers', de: 'Trailer', fr: 'Remorques', pl: 'Naczepy', nl: 'Trailers' },
  vans: { en: 'Vans', de: 'Transporter', fr: 'Utilitaires', pl: 'Auta Dostawcze', nl: 'Bestelwagens' },
  buses: { en: 'Coaches', de: 'Omnibusse', fr: 'Autocars', pl: 'Autobusy', nl: 'Touringcars' },
  machines: {
    en: 'Plant',
    de: 'Baumaschinen',
    fr: 'Travaux Publics',
    pl: 'Maszyny Budowlane',
    nl: 'Grondverzet',
  },
};

const goods: Readonly<Record<DemoLanguage, Readonly<Record<Specialty, string>>>> = {
  en: {
    general: 'commercial vehicles of all kinds',
    trucks: 'trucks and tractor units',
    trailers: 'semi-trailers and trailers',
    vans: 'vans',
    buses: 'coaches and buses',
    machines: 'construction machinery',
  },
  de: {
    general: 'Nutzfahrzeuge aller Art',
    trucks: 'Lkw und Sattelzugmaschinen',
    trailers: 'Auflieger und Anhänger',
    vans: 'Transporter',
    buses: 'Reise- und Linienbusse',
    machines: 'Baumaschinen',
  },
  fr: {
    general: 'véhicules industriels',
    trucks: 'porteurs et tracteurs',
    trailers: 'semi-remorques et remorques',
    vans: 'utilitaires',
    buses: 'autocars et autobus',
    machines: 'engins de travaux publics',
  },
  pl: {
    general: 'pojazdów użytkowych',
    trucks: 'ciężarówek i ciągników siodłowych',
    trailers: 'naczep i przyczep',
    vans: 'samochodów dostawczych',
    buses: 'autobusów',
    machines: 'maszyn budowlanych',
  },
  nl: {
    general: 'bedrijfsvoertuigen',
    trucks: 'vrachtwagens en trekkers',
    trailers: 'opleggers en aanhangwagens',
    vans: 'bestelwagens',
    buses: 'touringcars en bussen',
    machines: 'grondverzetmachines',
  },
};

const abouts: Readonly<Record<DemoLanguage, readonly string[]>> = {
  en: [
    '{company} has traded in {goods} in {city} since {year}. Own workshop, every vehicle is checked before it is offered.',
    'Family business in {city}, founded in {year}. We buy and sell {goods} and deliver all over Europe.',
  ],
  de: [
    '{company} handelt seit {year} in {city}: {goods}, gebraucht und neu. Eigene Werkstatt, jedes Fahrzeug wird vor dem Verkauf geprüft.',
    'Familienbetrieb in {city}, gegründet {year}. Unser Angebot: {goods}. Ankauf, Verkauf und Lieferung in ganz Europa.',
  ],
  fr: [
    '{company}, à {city} depuis {year} : {goods}, neufs et d’occasion. Atelier intégré, chaque véhicule est contrôlé avant la vente.',
    'Entreprise familiale de {city} fondée en {year}. Achat et vente : {goods}. Livraison dans toute l’Europe.',
  ],
  pl: [
    '{company} działa od {year} roku w mieście {city}. Sprzedaż {goods}, własny serwis, każdy pojazd sprawdzamy przed sprzedażą.',
    'Firma rodzinna założona w {year} roku ({city}). Skup i sprzedaż {goods}, dostawa w całej Europie.',
  ],
  nl: [
    '{company} handelt sinds {year} vanuit {city} in {goods}. Eigen werkplaats, elk voertuig wordt voor verkoop nagekeken.',
    'Familiebedrijf in {city}, opgericht in {year}. In- en verkoop van {goods}, levering in heel Europa.',
  ],
};

/** A market of 25: three groups, six large, eight middling, five small and three free accounts; repeats beyond. */
// prettier-ignore
const planOrder: readonly DemoPlan[] = [
  'enterprise', 'premium', 'premium', 'professional', 'professional', 'starter', 'professional', 'premium', 'enterprise',
  'professional', 'free', 'premium', 'starter', 'professional', 'starter', 'premium', 'professional', 'enterprise',
  'free', 'premium', 'professional', 'starter', 'professional', 'starter', 'free',
];
// prettier-ignore
const specialtyOrder: readonly Specialty[] = [
  'general', 'trucks', 'trucks', 'vans', 'trucks', 'machines', 'trailers', 'general', 'general',
  'trucks', 'vans', 'general', 'trucks', 'buses', 'trucks', 'trailers', 'trailers', 'general',
  'trucks', 'machines', 'trucks', 'vans', 'buses', 'machines', 'trucks',
];

/** One in each country first, then more in the large ones; beyond these by weight. */
// prettier-ignore
const countryOrder: readonly string[] = [
  'DE', 'NL', 'PL', 'FR', 'AT', 'BE', 'ES', 'IT', 'CZ', 'SE', 'DK', 'GB', 'CH', 'LT', 'RO',
  'DE', 'NL', 'DE', 'PL', 'GB', 'DE', 'FR', 'DE', 'IT', 'NL',
];

const drawCountry = weighted(countries.map((country, index) => [country, 1 / (index + 2)]));
const at = <T>(items: readonly [T, ...T[]] | readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('no items');
  return item;
};

export const slugOf = (text: string): string =>
  placeKey(text.replaceAll(/['’]/g, '')).replace(/[^a-z0-9]+/g, '-');

/** Gives groups a yard in every third city, so that a large demo covers the map. */
function branchesOf(index: number, home: DemoPlace, world: World): DemoPlace[] {
  const everywhere = countries.flatMap((country) => placesOf(country, world));
  const elsewhere = everywhere.filter((place) => place.city !== home.city);
  return [home, ...elsewhere.filter((_, position) => position % 3 === index % 3)];
}

function vatNumberOf(random: Random, country: Country): string {
  const prefix = { AT: 'ATU', CH: 'CHE' }[country.code] ?? country.code;
  const digits = Array.from({ length: country.vatDigits }, (_, position) =>
    random.integer(position === 0 ? 1 : 0, 9),
  );
  return prefix + digits.join('');
}

export interface PeopleOptions {
  readonly seed: number;
  readonly count: number;
  readonly now: Date;
}

export interface SellersOptions extends PeopleOptions {
  readonly world: World;
}

/** Generates sellers. Company names are unique as long as the family names of a country can be paired. */
export function generateSellers({ seed, count, now, world }: SellersOptions): DemoSeller[] {
  const taken = new Set<string>();
  const placed = new Map<Country, number>();
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed, 'seller', index);
    const code = countryOrder[index];
    const country = code === undefined ? drawCountry.draw(random) : countryOf(code);
    const plan = at(planOrder, index);
    const specialty = plan === 'enterprise' ? 'general' : at(specialtyOrder, index);
    const nth = placed.get(country) ?? 0;
    placed.set(country, nth + 1);
    const location = at(placesOf(country, world), seed + nth);
    const companyName = drawCompany(random, country, specialty, taken);
    const foundedYear = random.integer(1952, 2019);
    const about = random.pick(abouts[country.language]);
    const facts: Readonly<Record<string, string>> = {
      company: companyName,
      city: location.city,
      year: String(foundedYear),
      goods: goods[country.language][specialty],
    };
    return {
      index,
      companyName,
      contactName: `${random.pick(country.givenNames)} ${random.pick(country.familyNames)}`,
      email: `sales@${slugOf(companyName)}.example`,
      language: country.language,
      currency: country.currency,
      location,
      branches: plan === 'enterprise' ? branchesOf(index, location, world) : [location],
      vatNumber: vatNumberOf(random, country),
      about: about.replace(/\{(\w+)\}/g, (_placeholder, name: string) => facts[name] ?? ''),
      reach: drawReach(seed, index, country.code),
      foundedYear,
      verified: plan === 'enterprise' || plan === 'premium' || random.chance(plan === 'free' ? 0.3 : 0.75),
      plan,
      mix: mixes[specialty],
      stockPrefix: `${slugOf(companyName).replaceAll('-', '').slice(0, 3).toUpperCase()}${index + 1}`,
      createdAt: new Date(now.getTime() - random.integer(300, 1_500) * 86_400_000),
    };
  });
}

function drawCompany(random: Random, country: Country, specialty: Specialty, taken: Set<string>): string {
  const trade = specialty === 'general' ? country.trade : signs[specialty][country.language];
  for (;;) {
    const family = random.pick(country.familyNames);
    const partner = random.pick(country.familyNames);
    const owners =
      taken.size > 20 && partner !== family && random.chance(0.5) ? `${family} & ${partner}` : family;
    const name =
      country.code === 'LT'
        ? `${country.legalForm} ${owners} ${trade}`
        : `${owners} ${trade} ${country.legalForm}`;
    if (taken.has(name)) {
      if (partner === family) continue;
      const paired = name.replace(owners, `${family} & ${partner}`);
      if (taken.has(paired) && random.chance(0.9)) continue;
      const numbered = taken.has(paired) ? `${paired} ${taken.size}` : paired;
      taken.add(numbered);
      return numbered;
    }
    taken.add(name);
    return name;
  }
}
