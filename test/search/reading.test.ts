import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadGazetteer } from '../../src/platform/gazetteer/gazetteer.ts';
import { seedBrands } from '../../src/modules/taxonomy/seed/brands.ts';
import { seedCategories } from '../../src/modules/taxonomy/seed/categories.ts';
import { seedFeatures } from '../../src/modules/taxonomy/seed/features.ts';
import {
  bodyInTitle,
  SORT_KEYS,
  QueryParser,
  SavedQueryIndex,
  SearchEngine,
  WordDictionary,
  type Catalogue,
  type Condition,
  type KnownValues,
  type PlaceDictionary,
  type ParsedQuery,
  type SearchDocument,
  type SearchQuery,
} from '@fifthwheel/search';

const gazetteer = loadGazetteer();
const places: PlaceDictionary = {
  city: (name) => {
    const city = gazetteer.findCity(name);
    return city && { lat: city.lat, lng: city.lng, spellings: [name, ...gazetteer.citySpellings(name)] };
  },
  region: (name) => (gazetteer.isRegion(name) ? [name, ...gazetteer.regionSpellings(name)] : null),
};

const catalogue: Catalogue = {
  categories: seedCategories.map(({ slug, parent, names, aliases }) => ({
    slug,
    parent,
    names: [...Object.values(names), ...aliases],
  })),
  brands: seedBrands.map(({ slug, name, aliases, models }) => ({ slug, names: [name, ...aliases], models })),
  features: seedFeatures.map(({ code, names }) => ({ code, names: Object.values(names) })),
};

/** Builds a dictionary. `pauses` counts how often the build yielded to other work. */
function buildBook(from: Catalogue, known?: KnownValues): { book: WordDictionary; pauses: number } {
  const building = WordDictionary.building(from, known);
  for (let pauses = 0; ; pauses++) {
    const step = building.next();
    if (step.done === true) return { book: step.value, pauses };
  }
}

const reader = new QueryParser(buildBook(catalogue).book, {
  synonyms: [
    { word: 'hamsterkiste', meaning: 'retarder' },
    { word: 'schlachtross', meaning: 'sattelzugmaschine' },
  ],
  stopWords: ['moin'],
});

let number = 0;
function listing(about: Partial<SearchDocument>): SearchDocument {
  number++;
  return {
    id: `lst_${String(number).padStart(26, '0')}`,
    title: 'A vehicle',
    slug: 'a-vehicle',
    description: '',
    brand: null,
    model: null,
    variant: null,
    category: { slug: 'trucks', name: 'Trucks' },
    subcategory: null,
    categoryTexts: [],
    features: [],
    featureTexts: [],
    price: 30_000,
    currency: 'EUR',
    year: 2019,
    mileage: 300_000,
    numbers: {},
    country: 'DE',
    region: 'Bayern',
    city: 'München',
    lat: 48.137,
    lng: 11.575,
    featured: false,
    sellerId: 'sel_1',
    sellerName: 'Nordstern Nutzfahrzeuge GmbH',
    sellerVerified: false,
    completeness: 1,
    createdAtMs: 0,
    publishedAtMs: 0,
    views: 0,
    hasImages: true,
    summary: '',
    ...about,
    values: {
      fuelType: 'diesel',
      transmission: 'automatic',
      driveType: '4x2',
      euroStandard: 'euro6',
      condition: 'used',
      ...about.values,
    },
  };
}

const tgx = listing({
  title: 'MAN TGX 18.510 BLS',
  brand: { slug: 'man', name: 'MAN' },
  model: 'TGX',
  variant: '18.510 BLS',
  category: { slug: 'tractor-units', name: 'Tractor units' },
  description: 'With a tank of 480 litres',
  features: ['retarder'],
  values: { color: 'red', postalCode: '80939' },
  numbers: { powerHp: 510, grossWeightKg: 18_000 },
});
const reefer = listing({
  title: 'Schmitz Cargobull S.KO Cool',
  brand: { slug: 'schmitz-cargobull', name: 'Schmitz Cargobull' },
  model: 'S.KO Cool',
  category: { slug: 'semi-trailers', name: 'Semi-trailers' },
  subcategory: { slug: 'refrigerated-semi-trailers', name: 'Refrigerated semi-trailers' },
  parts: 'Carrier Vector 1950',
  values: { coolingMake: 'Carrier', axleMake: 'SAF' },
  numbers: { grossWeightKg: 39_000, axles: 3 },
});
const excavator = listing({
  title: 'Caterpillar 320',
  brand: { slug: 'caterpillar', name: 'Caterpillar' },
  model: '320',
  category: { slug: 'construction-machinery', name: 'Construction machinery' },
  subcategory: { slug: 'crawler-excavators', name: 'Crawler excavators' },
  numbers: { operatingWeightKg: 21_500, operatingHours: 4200 },
  city: 'Rotterdam',
  region: null,
  country: 'NL',
  lat: 51.92,
  lng: 4.48,
});
const sprinter = listing({
  title: 'Mercedes-Benz Sprinter 316',
  brand: { slug: 'mercedes-benz', name: 'Mercedes-Benz' },
  model: 'Sprinter',
  variant: '316',
  category: { slug: 'vans', name: 'Vans' },
  subcategory: { slug: 'refrigerated-vans', name: 'Refrigerated vans' },
  values: { color: 'white' },
  numbers: { seats: 3, grossWeightKg: 3500 },
});
const market = [tgx, reefer, excavator, sprinter];
const engine = new SearchEngine({ blockDocuments: 32 });
engine.apply(market.map((document) => ({ kind: 'put', document })));

const context = { year: 2025, currency: 'EUR', known: engine.known, places };
const read = (text: string, extra: SearchQuery = {}): ParsedQuery => reader.read({ ...extra, text }, context);

function readIn({ query: { meant = [], named } }: ParsedQuery): Condition[] {
  return [...(named && 'all' in named.parsed ? named.parsed.all : []), ...meant];
}

/** Returns the conditions that the parser found, without the tokens that only match as text. */
function conditionsOf(text: string): Condition[] {
  return readIn(read(text));
}

/** Returns the parsed values of a field in alphabetical order. */
function valuesOf(text: string, field: string): string[] {
  return conditionsOf(text)
    .flatMap((condition) => ('field' in condition && condition.field === field ? [...condition.values] : []))
    .toSorted();
}

const found = (text: string): string[] =>
  engine
    .search(read(text).query)
    .hits.map(({ id }) => market.find((document) => document.id === id)?.title ?? '');

describe('names mean values', () => {
  test.each([
    ['trucks', ['trucks']],
    ['lorries', ['trucks']],
    ['ciągników siodłowych', ['tractor-units']],
    ['cabeza tractora', ['tractor-units']],
    ['trattore stradale', ['tractor-units']],
    ['bestelwagens', ['vans']],
    ['transporter', ['vans']],
    ['trailers', ['semi-trailers', 'trailers']],
    ['opleggers', ['semi-trailers']],
    ['pelle à chenilles', ['crawler-excavators']],
    ['koparka gąsienicowa', ['crawler-excavators']],
    ['Muellwagen', ['municipal-vans', 'refuse-trucks']],
    ['low-loader', ['low-loader-semi-trailers', 'low-loader-trailers']],
    // A body type and the vehicle that carries it.
    ['camion benne', ['dumper-trucks', 'three-sided-tippers', 'tipper-trucks']],
    ['tipper trailer', ['tipper-semi-trailers', 'tipper-trailers']],
    ['semirremolque frigorífico', ['refrigerated-semi-trailers']],
    ['Kühlsattelauflieger', ['refrigerated-semi-trailers']],
    ['koelwagen bestelbus', ['refrigerated-vans']],
    ['koelwagens', ['refrigerated-trucks', 'refrigerated-vans']],
    ['crane trucks', ['crane-trucks']],
    ['camión grúa', ['crane-trucks']],
    // A van with seats counts as a bus.
    ['Bus 9-Sitzer', ['buses', 'minibuses-up-to-9-seats']],
    ['Spezialtieflader', ['low-loader-semi-trailers', 'low-loader-trailers']],
    // Light trucks are in the category of vans.
    ['lkw bis 7,5 t', ['trucks', 'vans']],
  ])('%s', (text, categories) => {
    expect(valuesOf(text, 'category')).toEqual(categories);
  });

  test.each([
    ['man', 'brand', ['man']],
    ['vw mercedes', 'brand', ['mercedes-benz', 'volkswagen']],
    ['volvo', 'brand', ['volvo', 'volvo-ce']],
    ['daf xg+', 'model', ['XG+']],
    ['iveco s-way', 'model', ['S-Way']],
    ['scania s500', 'model', ['S series', 'S-series']],
    ['r 450', 'model', ['R-series']],
    ['cat 320', 'model', ['320']],
    ['volvofh', 'model', ['FH', 'FH Electric', 'FH16']],
    ['volvofh', 'brand', ['volvo', 'volvo-ce']],
    ['mantgx 18.510', 'model', ['TGX', 'eTGX']],
    ['kögel cool', 'model', ['Cool', 'Cool Liner']],
    ['hayon', 'feature', ['tail_lift']],
    ['ladebordwand', 'feature', ['tail_lift']],
    ['winda załadowcza', 'feature', ['tail_lift']],
    ['retarders', 'feature', ['retarder']],
    ['euro vi', 'euroStandard', ['euro6', 'euro6d', 'euro6e']],
    ['stralis np', 'fuelType', ['cng', 'lng']],
    ['gebrauchter', 'condition', ['certified', 'used']],
    ['biała', 'color', ['white']],
    ['weißer', 'color', ['white']],
    ['silberner', 'color', ['silver']],
    ['doppelkabine', 'cab', ['double']],
    ['thermo king', 'coolingMake', ['Thermo King']],
    ['bpw achsen', 'axleMake', ['BPW']],
    ['w Niemczech', 'country', ['DE']],
    ['80939', 'postalCode', ['80939']],
    ['nordstern nutzfahrzeuge', 'seller', ['sel_1']],
  ])('%s', (text, field, values) => {
    expect(valuesOf(text, field)).toEqual(values);
    expect(read(text).query.text).toBe('');
  });

  test('a common word is a model only beside its make', () => {
    expect(valuesOf('light truck', 'model')).toEqual([]);
    expect(valuesOf('kögel light', 'model')).toEqual(['Light']);
  });

  test('a short name has no endings', () => {
    expect(valuesOf('skania', 'model')).toEqual([]);
    expect(valuesOf('skania', 'brand')).toEqual(['scania']);
    expect(valuesOf('langendorf ska', 'model')).toEqual(['SKA']);
  });

  test('synonyms and stop words of administrators are read as well', () => {
    expect(valuesOf('hamsterkiste', 'feature')).toEqual(['retarder']);
    expect(valuesOf('schlachtross', 'category')).toEqual(['tractor-units']);
    expect(read('moin').query.text).toBe('');
  });

  test('a city is known in any language, and nearby places are found around it', () => {
    expect(found('munich')).toHaveLength(3);
    expect(found('monachium')).toHaveLength(3);
    expect(found('near delft')).toEqual(['Caterpillar 320']);
    // A town is recognized only where listings are, or after a word that announces it: "Bar" is a town too.
    expect(read('actros bar').query.text).toBe('bar');
  });

  test('a city is that city, also where without its ending it would be a word', () => {
    const cologne = new SearchEngine({ blockDocuments: 32 });
    cologne.apply([{ kind: 'put', document: listing({ city: 'Köln', lat: 50.94, lng: 6.96 }) }]);
    for (const spelling of ['köln', 'Koeln', 'koln', 'cologne', 'Kolonia'])
      for (const text of [spelling, `lkw ${spelling}`]) {
        const reading = reader.read({ text }, { ...context, known: cologne.known });
        const cities = readIn(reading).filter(
          (condition) => 'field' in condition && condition.field === 'city',
        );
        expect([text, cities.length]).toEqual([text, 1]);
      }
    // "koło" still means "near" in Polish.
    expect(found('koło delft')).toEqual(['Caterpillar 320']);
  });

  test.each<[string, string, number]>([
    ['bei dresden', 'Dresden', 60],
    ['lkw umkreis 100 km hamburg', 'Hamburg', 100],
    ['hamburg umkreis 100 km lkw', 'Hamburg', 100],
    ['100 km um hamburg', 'Hamburg', 100],
    ['im umkreis von 50 km um berlin', 'Berlin', 50],
    ['bei köln', 'Köln', 60],
    ['within 50 miles of leeds', 'Leeds', 80.45],
    ['trucks near reading', 'Reading', 60],
    ['koło drezna', 'Dresden', 60],
    ['w promieniu 50 km od warszawy', 'Warszawa', 50],
    ['niedaleko wrocławia', 'Wrocław', 60],
    ['près de lyon', 'Lyon', 60],
    ['dans un rayon de 100 km autour de lyon', 'Lyon', 100],
    ['in de buurt van utrecht', 'Utrecht', 60],
    ['cerca de madrid', 'Madrid', 60],
    ['vicino a milano 30 km', 'Milano', 30],
    ['stuttgart +50 km', 'Stuttgart', 50],
    ['lkw stuttgart + 50 km', 'Stuttgart', 50],
    ['stuttgart 100 km lkw', 'Stuttgart', 100],
    ['lkw 100 km stuttgart', 'Stuttgart', 100],
    ['bis zu 100 km um hamburg', 'Hamburg', 100],
    ['im großraum berlin', 'Berlin', 60],
    ['van leeds 30 miles', 'Leeds', 48.27],
    ['up to 50 miles from leeds', 'Leeds', 80.45],
    ['aux alentours de bordeaux', 'Bordeaux', 60],
    ['à proximité de lille', 'Lille', 60],
    ["jusqu'à 50 km de nantes", 'Nantes', 50],
    ['bij gent', 'Gent', 60],
    ['rondom utrecht', 'Utrecht', 60],
    ['50 km van eindhoven', 'Eindhoven', 50],
    ['w promieniu 100 km od katowic', 'Katowice', 100],
    ['do 100 km od poznania', 'Poznań', 100],
    ['w okolicach krakowa', 'Kraków', 60],
    ['pod wrocławiem', 'Wrocław', 60],
    ['wokół łodzi', 'Łódź', 60],
    ['koło tychów', 'Tychy', 60],
  ])('%s: around a place, where nothing stands in it, too', (text, name, radiusKm) => {
    const { lat = 0, lng = 0 } = places.city(name) ?? {};
    const circles = (read(text).query.meant ?? []).filter((condition) => 'circle' in condition);
    expect(circles).toEqual([{ circle: { lat, lng, radiusKm: expect.closeTo(radiusKm, 3) as number } }]);
    expect(read(text).query.text).toBe('');
  });

  test.each([['transit 130 km munich'], ['munich 400000 km'], ['man 100 km'], ['diesel 50 km']])(
    '%s: no distance from a place',
    (text) => {
      expect(conditionsOf(text).filter((condition) => 'circle' in condition)).toEqual([]);
    },
  );

  test.each([
    ['drezno', 'dresden'],
    ['lkw w warszawie', 'warsaw'],
    ['in dresden', 'dresden'],
  ])('%s: a town, and no misspelt word', (text, spelling) => {
    expect(valuesOf(text, 'city')).toContain(spelling);
    expect(read(text).corrections).toEqual([]);
  });

  test('a number that occurs only in a description finds no vehicle', () => {
    expect(found('man tgx 480')).toEqual([]);
    expect(found('man tgx 18.510')).toEqual(['MAN TGX 18.510 BLS']);
  });
});

const year = (min?: number, max?: number) => ({ minYear: min, maxYear: max });
const price = (min?: number, max?: number) => ({ minPrice: min, maxPrice: max });
const mileage = (min?: number, max?: number) => ({ minMileage: min, maxMileage: max });

const NO_BOUNDS = {
  minYear: undefined,
  maxYear: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  minMileage: undefined,
  maxMileage: undefined,
  values: undefined,
};

describe('numbers', () => {
  test.each<[string, SearchQuery]>([
    [
      'actros 2019 6x2 under 60k',
      { ...year(2019, 2019), ...price(undefined, 60_000), values: { driveType: ['6x2'] } },
    ],
    ['volvo fh 2018-2020', year(2018, 2020)],
    ['volvo fh 2018 to 2020', year(2018, 2020)],
    ['volvo fh between 2018 and 2020', year(2018, 2020)],
    ['volvo fh zwischen 2018 und 2020', year(2018, 2020)],
    ['volvo fh 2018 or newer', year(2018)],
    ['volvo fh newer than 2018', year(2018)],
    ['man ab baujahr 2021', year(2021)],
    ['man baujahr ab 2021', year(2021)],
    ['daf od 2018 roku', year(2018)],
    ['scania 2016+', year(2016)],
    ['scania bis 2015', year(undefined, 2015)],
    ['iveco à partir de 2017', year(2017)],
    ['daf 6 x 2', { values: { driveType: ['6x2'] } }],
    ['daf 4x2 6x2', { values: { driveType: ['4x2', '6x2'] } }],
    ['truck under €60.000', price(undefined, 60_000)],
    ['truck unter 60 000 eur', price(undefined, 60_000)],
    ['truck under sixty thousand euros', price(undefined, 60_000)],
    ['lkw unter fünfzigtausend euro', price(undefined, 50_000)],
    ['von 20000 bis 30000', price(20_000, 30_000)],
    ['20.000 - 30.000 €', price(20_000, 30_000)],
    ['lkw 20-30k', price(20_000, 30_000)],
    ['lkw bis 60.000,- €', price(undefined, 60_000)],
    ['camión hasta 40.000 euros', price(undefined, 40_000)],
    ['truck max 300 tkm', mileage(undefined, 300_000)],
    ['truck 300tkm', mileage(undefined, 300_000)],
    ['truck 500.000 km', mileage(undefined, 500_000)],
    ['fh <300000 km', mileage(undefined, 300_000)],
    ['truck >60k', price(60_000)],
    ['truck <= 60k', price(undefined, 60_000)],
    ['volvo >2018', year(2018)],
    ['lkw km 400000', mileage(undefined, 400_000)],
    ['lkw km < 400000', mileage(undefined, 400_000)],
    ['lkw km<=400.000', mileage(undefined, 400_000)],
    ['lkw km under 300k', mileage(undefined, 300_000)],
    ['lkw km max 400 000', mileage(undefined, 400_000)],
    ['lkw km 400.000 bis 600.000', mileage(400_000, 600_000)],
    ['lkw km 400000-600000', mileage(400_000, 600_000)],
    ['lkw 400.000 bis 600.000 km', mileage(400_000, 600_000)],
    ['lkw 20000 à 40000 €', price(20_000, 40_000)],
    ['lkw 20000 to 40000', price(20_000, 40_000)],
    ['lkw € 20000-40000', price(20_000, 40_000)],
    ['lkw euro < 50000', price(undefined, 50_000)],
    ['lkw 300000 km < 40000', { ...mileage(undefined, 300_000), ...price(undefined, 40_000) }],
    ['lkw km < 300000 euro < 40000', { ...mileage(undefined, 300_000), ...price(undefined, 40_000) }],
    ['actros 1845 bis 40000 €', price(undefined, 40_000)],
    ['lkw 300000 km ab 2019', { ...mileage(undefined, 300_000), ...year(2019) }],
    ['lkw km 400 000', mileage(undefined, 400_000)],
    ['actros 1845 km-stand 400000', mileage(undefined, 400_000)],
    ['fh 500 baujahr 2019', year(2019, 2019)],
    ['truck € 45000', price(undefined, 49_500)],
    ['truck max € 45000', price(undefined, 45_000)],
    ['€ 20.000 - € 30.000', price(20_000, 30_000)],
    ['2020 euro 6', year(2020, 2020)],
    ['2020 eur 6d', year(2020, 2020)],
    ['2019 euro vi', year(2019, 2019)],
    ['20000 euro 6 sitze', price(undefined, 22_000)],
    ['kipper 18 t 2019', year(2019, 2019)],
    ['nicht älter als 2018', year(2018)],
    ['volvo not older than 2018', year(2018)],
    ['daf niet ouder dan 2018', year(2018)],
    ['nie starszy niż 2018 man', year(2018)],
    ['renault pas plus vieux que 2018', year(2018)],
    ['lkw nicht über 60k', price(undefined, 60_000)],
    ['man nie droższy niż 60000 €', price(undefined, 60_000)],
    ['truck cheaper than 60k', price(undefined, 60_000)],
    ["renault jusqu'à 60 000 €", price(undefined, 60_000)],
  ])('%s', (text, bounds) => {
    const { minYear, maxYear, minPrice, maxPrice, minMileage, maxMileage, values } = read(text).query;
    const all = { minYear, maxYear, minPrice, maxPrice, minMileage, maxMileage, values };
    expect(all).toEqual({
      ...NO_BOUNDS,
      ...bounds,
    });
  });

  test.each<[string, Condition]>([
    ['510 ps', { range: 'powerHp', min: 505, max: 515 }],
    ['actros 1845 ps 510', { range: 'powerHp', min: 505, max: 515 }],
    ['kipper <20t', { range: 'grossWeightKg', max: 20_000 }],
    ['bus >50 sitze', { range: 'seats', min: 50 }],
    ['bus sitze > 50', { range: 'seats', min: 50 }],
    ['bus places mind. 50', { range: 'seats', min: 50 }],
    ['lkw achsen > 2', { range: 'axles', min: 2 }],
    ['lkw ps >= 500', { range: 'powerHp', min: 500 }],
    ['lkw ps ab 450', { range: 'powerHp', min: 450 }],
    ['lkw ps 400 bis 500', { range: 'powerHp', min: 400, max: 500 }],
    ['lkw 400 to 500 hp', { range: 'powerHp', min: 400, max: 500 }],
    ['bus sitze 9', { range: 'seats', min: 9, max: 9 }],
    ['ab 400 PS', { range: 'powerHp', min: 400 }],
    ['man 460 KM', { range: 'powerHp', min: 456, max: 464 }],
    ['bagger 20 t', { range: 'operatingWeightKg', min: 18_000, max: 23_000 }],
    ['kipper 18 t', { range: 'grossWeightKg', min: 17_820, max: 18_180 }],
    ['nutzlast ab 10 t', { range: 'payloadKg', min: 10_000 }],
    ['radlader unter 5000 stunden', { range: 'operatingHours', max: 5000 }],
    ['bus 9 sitze', { range: 'seats', min: 9, max: 9 }],
    ['coach 53 seats', { range: 'seats', min: 53, max: 53 }],
    ['coach 50 seats', { range: 'seats', min: 48, max: 52 }],
    ['3-achs anhänger', { range: 'axles', min: 3, max: 3 }],
    ['3-assige oplegger', { range: 'axles', min: 3, max: 3 }],
    ['dreiachsige kipper', { range: 'axles', min: 3, max: 3 }],
    ['Bus 9-Sitzer', { range: 'seats', min: 9, max: 9 }],
    ['dreiachser', { range: 'axles', min: 3, max: 3 }],
    ['man nicht unter 400 ps', { range: 'powerHp', min: 400 }],
    ['kipper >=4 achsen', { range: 'axles', min: 4 }],
    ['autobus >50 miejsc', { range: 'seats', min: 50 }],
    ['koparka <8000 mth', { range: 'operatingHours', max: 8000 }],
    ['truck under 60k usd', { range: 'price', max: 60_000, currency: 'USD' }],
  ])('%s', (text, condition) => {
    const ranges = conditionsOf(text).filter((entry) => 'range' in entry);
    expect(ranges).toHaveLength(1);
    const [range] = ranges;
    for (const [name, value] of Object.entries(condition)) {
      const actual = range?.[name as keyof typeof range] as unknown;
      if (typeof value === 'number') expect(actual).toBeCloseTo(value, 3);
      else expect(actual).toBe(value);
    }
  });

  test.each([
    ['2020 euro 6', ['euro6', 'euro6d', 'euro6e']],
    ['actros 1845 euro vi', ['euro6', 'euro6d', 'euro6e']],
    ['2019 euro 6c', ['euro6', 'euro6d', 'euro6e']],
    ['1845 euro 6d', ['euro6d']],
    ['500 eur 5', ['euro5']],
  ])('the number after "euro" is that of the norm: %s', (text, norms) => {
    expect(valuesOf(text, 'euroStandard')).toEqual(norms);
    expect(read(text).query.maxPrice).toBeUndefined();
  });

  test.each([
    'euro 5+',
    'euro5+',
    'euro-5+',
    'eur 5+',
    'euro v+',
    '>= euro 5',
    'euro >= 5',
    '≥euro5',
    'euro 5 or better',
    'at least euro 5',
    'min. euro 5',
    'euro 5 or higher',
    'from euro 5',
    'euro 5 and up',
    'mind. Euro 5',
    'ab Euro 5',
    'Euro 5 oder besser',
    'mindestens Euro V',
    'Schadstoffklasse ab Euro 5',
    'Euro mind. 5',
    'à partir de Euro 5',
    "à partir d'Euro 5",
    'au moins euro 5',
    'norme euro 5 ou mieux',
    'Euro 5 ou supérieur',
    'vanaf euro 5',
    'minimaal Euro 5',
    'euro 5 of beter',
    'euro 5 of hoger',
    'minstens Euro 5',
    'od euro 5',
    'co najmniej Euro 5',
    'euro 5 lub lepsza',
    'min. Euro 5',
    'norma euro 5 lub wyższa',
    'besser als euro 4',
    '> euro 4',
    'nicht unter Euro 5',
    'not worse than euro 5',
  ])('an emission class has a bound as numbers have: %s', (text) => {
    for (const phrase of [text, `lkw ${text}`, `${text} actros`, `volvo fh ${text} 2019`]) {
      const { query, pieces } = read(phrase);
      const meets = (standard: string): boolean =>
        readIn(read(phrase)).every((condition) => {
          const { field, values } =
            'not' in condition
              ? (condition.not as { field: string; values: string[] })
              : (condition as { field: string; values: string[] });
          return field !== 'euroStandard' || values.includes(standard) !== 'not' in condition;
        });
      const known = ['euro1', 'euro2', 'euro3', 'euro4', 'euro5', 'eev', 'euro6', 'euro6d', 'euro6e'];
      expect([phrase, known.filter(meets)]).toEqual([phrase, ['euro5', 'eev', 'euro6', 'euro6d', 'euro6e']]);
      expect([phrase, query.maxPrice, query.minPrice]).toEqual([phrase, undefined, undefined]);
      expect(pieces.filter(({ kind }) => kind === 'model').map(({ words }) => words)).not.toContain(text);
    }
  });

  test.each([
    ['bis euro 3', ['euro1', 'euro2', 'euro3']],
    ['unter euro 3', ['euro1', 'euro2']],
    ['euro < 3', ['euro1', 'euro2']],
    ['euro 3 oder schlechter', ['euro1', 'euro2', 'euro3']],
    ['euro6+', ['euro6', 'euro6d', 'euro6e']],
    ['ab euro 6d', ['euro6d', 'euro6e']],
    ['euro vi d+', ['euro6d', 'euro6e']],
    ['euro 4-5', ['euro4', 'euro5']],
    ['euro 4 bis 5', ['euro4', 'euro5']],
    ['euro 4/6d', ['euro4', 'euro6d']],
    ['euro 4 oder 6d', ['euro4', 'euro6d']],
    ['zwischen euro 4 und euro 5', ['euro4', 'euro5']],
    ['von euro 4 bis euro 5', ['euro4', 'euro5']],
  ])('an emission class has bounds on both sides: %s', (text, norms) => {
    const lists = conditionsOf(text).flatMap((condition) =>
      'field' in condition && condition.field === 'euroStandard' ? [condition.values] : [],
    );
    const [first = [], ...others] = lists;
    expect(first.filter((norm) => others.every((list) => list.includes(norm)))).toEqual(norms);
  });

  test('bounds of amounts and seats beside "euro" stay theirs', () => {
    expect(read('lkw euro < 50000').query.maxPrice).toBe(50_000);
    expect(read('20000 euro 6 sitze').query.maxPrice).toBe(22_000);
    expect(read('ab 20000 euro 2019').query.minPrice).toBe(20_000);
    // Between other words a plus sign only joins them.
    expect(valuesOf('euro 5 + klima', 'euroStandard')).toEqual(['euro5']);
    expect(valuesOf('lkw euro 5 +', 'euroStandard')).toContain('euro6');
  });

  test('every order of the same things means the same', () => {
    const things = [
      ['actros'],
      ['1845', '1848'],
      ['2019', 'baujahr 2019', '>2018', '2016+'],
      ['euro 6', 'euro vi', 'euro 6d', 'euro6'],
      ['km 400000', '400000 km', 'km 400.000', '<400000 km', 'km-stand 400000'],
      ['€ 45000', '45.000 €', '>60k', 'euro 45000', 'max 50000 eur', 'euro < 50000'],
      ['ps 450', '450 ps', 'over 400 hp', 'ps >= 450', 'hp 400 to 500'],
      ['18 t', '<20t'],
      ['retarder'],
      ['>2 achsen', 'dreiachser'],
      ['naczepa chłodnia', 'kühlauflieger', 'dreiseitenkipper anhänger'],
      ['bei dresden', 'umkreis 100 km hamburg', 'koło drezna', 'lyon'],
    ];
    const meaning = (text: string): unknown => {
      // The last word can still be incomplete, whichever it is, so leave it out.
      const {
        text: _words,
        wholeWords: _typing,
        meant: _meant,
        named: _named,
        codes = [],
        ...rest
      } = read(text).query;
      const conditions = conditionsOf(text);
      const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).toSorted();
      return { ...rest, meant: sorted(conditions), codes: sorted(codes) };
    };
    const chosen = fc
      .tuple(...things.map((spellings) => fc.option(fc.constantFrom(...spellings), { nil: null })))
      .map((all) => all.filter((spelling) => spelling !== null));
    const twoOrders = chosen.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(twoOrders, ([one, other]) => {
        expect(meaning(other.join(' '))).toEqual(meaning(one.join(' ')));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['dreiseitenkipper anhänger', 'anhänger dreiseitenkipper'],
    ['tipper trailer', 'trailer tipper'],
    ['machines agricoles', 'agricoles machines'],
    ['ciągnik rolniczy', 'rolniczy ciągnik'],
    ['volvo tail lift', 'volvo lift tail'],
    ['volvo truck box van', 'box van volvo truck'],
  ])('%s is %s', (phrase, reordered) => {
    const sorted = (text: string) => conditionsOf(text).map((condition) => JSON.stringify(condition)).toSorted(); // prettier-ignore
    expect(sorted(reordered)).toEqual(sorted(phrase));
    expect(read(reordered).query.text).toBe('');
  });

  test('an explicit parameter overrides the text', () => {
    const { query } = read('actros 2019 under 60k', { minYear: 2015 });
    expect(query).toMatchObject({ minYear: 2015, maxPrice: 60_000 });
    expect(query.maxYear).toBeUndefined();
  });

  test.each(['man f 2000', 'actros 2040', 'under', 'between trucks', 'one two thousand trailers'])(
    '%s has none',
    (text) => {
      const { minYear, maxPrice, minPrice } = read(text).query;
      expect([minYear, maxPrice, minPrice]).toEqual([undefined, undefined, undefined]);
    },
  );
});

test('two years are either of them, in sealed blocks, too', () => {
  const sealed = new SearchEngine({ blockDocuments: 32 });
  const years = Array.from({ length: 64 }, (_, i) => listing({ year: 2001 + (i % 20) }));
  sealed.apply(years.map((document) => ({ kind: 'put', document })));
  while (sealed.compact());
  const wantedYears = new Set([2003, 2017]);
  const { query } = reader.read({ text: 'trucks 2003 2017' }, { ...context, known: sealed.known });
  expect(sealed.search(query).total).toBe(
    years.filter((document) => wantedYears.has(document.year ?? 0)).length,
  );
});

describe('what is not wanted, and talk', () => {
  test.each(['tgx ohne retarder', 'tgx without retarder', 'tgx -retarder', 'tgx sans ralentisseur'])(
    '%s',
    (text) => {
      expect(read(text).query.meant).toContainEqual({ not: { field: 'feature', values: ['retarder'] } });
      expect(found(text)).toEqual([]);
    },
  );

  test('neither requires nor matches anything', () => {
    expect(found('cheap sprinter for sale, low mileage')).toEqual(['Mercedes-Benz Sprinter 316']);
    expect(found('suche günstigen sprinter')).toEqual(['Mercedes-Benz Sprinter 316']);
  });

  test('marks alone find nothing', () => {
    expect(found('!!!')).toEqual([]);
  });
});

describe('a reading adds and never hides', () => {
  const tractors = { slug: 'tractor-units', name: 'Tractor units' };
  const volvo = { slug: 'volvo', name: 'Volvo' };
  const sixteen = listing({ title: 'Volvo FH 16 750', brand: volvo, model: 'FH', category: tractors });
  const twelve = listing({ title: 'Volvo FH12 420', brand: volvo, model: 'FH', category: tractors });
  const later = listing({ title: 'Volvo FH16, 12/2024', brand: volvo, model: 'FH16', category: tractors });
  const plus = listing({
    title: 'Lecitrailer Tautliner Plus City',
    category: { slug: 'semi-trailers', name: 'Semi-trailers' },
    subcategory: { slug: 'box-semi-trailers', name: 'Box semi-trailers' },
  });
  const edition = listing({
    title: 'Renault Trucks T High Edition',
    brand: { slug: 'renault-trucks', name: 'Renault Trucks' },
    model: 'T High',
    category: tractors,
    description: 'Near Dresden, with a Koffer for tools',
    features: ['retarder'],
    featureTexts: [['Retarder', 'Ralentisseur']],
  });
  const custom = listing({
    title: 'Ford Transit Custom Van Plus',
    category: { slug: 'buses', name: 'Buses' },
    description: 'Van de eerste eigenaar',
  });
  const dutch = listing({ title: 'Volvo Plus', description: 'Onderhoud van dealer', category: tractors });
  const crowdListings = [sixteen, twelve, later, plus, edition, custom, dutch];
  const crowd = new SearchEngine({ blockDocuments: 32 });
  crowd.apply(crowdListings.map((document) => ({ kind: 'put', document })));
  const titles = (text: string, extra: SearchQuery = {}): string[] => {
    const { query } = reader.read({ ...extra, text, limit: 100 }, { ...context, known: crowd.known });
    return crowd
      .search(query)
      .hits.map(({ id }) => crowdListings.find((document) => document.id === id)?.title ?? '')
      .toSorted();
  };

  test.each([
    ['fh16', ['Volvo FH 16 750', 'Volvo FH16, 12/2024']],
    ['fh 16', ['Volvo FH 16 750', 'Volvo FH16, 12/2024']],
    ['fh12', ['Volvo FH12 420']],
    ['volvo fh 12', ['Volvo FH12 420']],
    ['Plus Tautliner', ['Lecitrailer Tautliner Plus City']],
    ['Edition Trucks', ['Renault Trucks T High Edition']],
    ['renault koffer', ['Renault Trucks T High Edition']],
    ['ralentisseur koffer', ['Renault Trucks T High Edition']],
    ['renault ohne retarder', []],
    ['high edition renault', ['Renault Trucks T High Edition']],
    ['city lecitrailer', ['Lecitrailer Tautliner Plus City']],
    ['plus van', ['Ford Transit Custom Van Plus']],
    ['van', ['Ford Transit Custom Van Plus']],
  ])('%s', (text, found) => {
    expect(titles(text)).toEqual(found);
  });

  test.each([
    ['s-way', 'Iveco S-Way 490', 'Iveco T-Way 490 S'],
    ['xg+', 'DAF XG+ 480', 'DAF XG 480'],
    ['daf xg+ 480', 'DAF XG+ 480', 'DAF XG 480'],
    ['scania s500', 'Scania S 500', 'Scania R 500, 18 S'],
    ['s.cs', 'Schmitz S.CS Mega', 'Schmitz S CS'],
  ])('%s is one word: %s, and not %s', (text, ...both) => {
    const makes = both.map((title) => [title, title.split(' ')[0] ?? ''] as const);
    const documents = makes.map(([title, name]) =>
      listing({ title, brand: { slug: name.toLowerCase(), name } }),
    );
    const two = new SearchEngine({ blockDocuments: 32 });
    two.apply(documents.map((document) => ({ kind: 'put', document })));
    const { query } = reader.read({ text }, { ...context, known: two.known });
    expect(two.search(query).hits.map(({ id }) => id)).toEqual([documents[0]?.id]);
  });

  test('equipment matches any of its names, but a single word of a translated name matches nothing else', () => {
    const coupling = listing({
      title: 'Koffer with a coupling',
      features: ['trailer_coupling'],
      featureTexts: [['Trailer coupling', 'Anhängerkupplung', 'Enganche de remolque']],
    });
    const single = new SearchEngine({ blockDocuments: 32 });
    single.apply([{ kind: 'put', document: coupling }]);
    const total = (text: string) =>
      single.search(reader.read({ text }, { ...context, known: single.known }).query).total;
    for (const text of ['koffer anhängerkupplung', 'trailer', 'trailer koffer'])
      expect([text, total(text)]).toEqual([text, 1]);
    for (const text of ['remolque', 'koffer remolque']) expect([text, total(text)]).toEqual([text, 0]);
  });

  test('a number is searched in descriptions only if no vehicle is identified by it', () => {
    const described = listing({
      title: 'Volvo FMX',
      brand: volvo,
      model: 'FMX',
      description: 'It has 490 hp',
    });
    const single = new SearchEngine({ blockDocuments: 32 });
    single.apply([{ kind: 'put', document: described }]);
    const asking = { ...context, known: single.known };
    const totals = (text: string): number[] => {
      const reading = reader.read({ text }, asking);
      return [reading, ...reader.alternatives({ text }, reading, asking)].map(
        ({ query }) => single.search(query).total,
      );
    };
    expect(totals('fmx 490').slice(0, 2)).toEqual([0, 1]);
    expect(totals('fh12')).toEqual([0]);
  });

  test('what is read goes before what only says so', () => {
    const kipper = listing({
      title: 'Volvo FMX',
      subcategory: { slug: 'tipper-trucks', name: 'Tipper trucks' },
    });
    const saying = listing({ title: 'Volvo Kipper Kipper', subcategory: { slug: 'box-trucks', name: 'Box trucks' }, featured: true }); // prettier-ignore
    const two = new SearchEngine({ blockDocuments: 32 });
    two.apply([kipper, saying].map((document) => ({ kind: 'put', document })));
    const { query } = reader.read({ text: 'kipper' }, { ...context, known: two.known });
    expect(two.search(query).hits.map(({ id }) => id)).toEqual([kipper.id, saying.id]);
  });

  test('a listing that contains all words of a search is among the results, in every order', () => {
    const words = ['Volvo', 'Tautliner', 'Trucks', 'Kipper', 'Plus', 'Edition', 'Retarder', 'Koffer', 'Dresden', 'rot', 'Diesel', 'FH16', 'automatic', 'Actros', 'Carrier']; // prettier-ignore
    const text = fc.shuffledSubarray(words, { maxLength: 4 }).map((subset) => subset.join(' '));
    const documents = fc.array(
      fc.record({
        title: text,
        description: text,
        variant: text,
        model: fc.constantFrom(null, 'FH', 'Actros'),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const queryWords = fc.shuffledSubarray(words, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(documents, queryWords, fc.constantFrom(...SORT_KEYS), (about, terms, sort) => {
        const all = about.map((fields) => listing(fields));
        const engine = new SearchEngine({ blockDocuments: 32 });
        engine.apply(all.map((document) => ({ kind: 'put', document })));
        const idsFor = (order: readonly string[], extra: SearchQuery = {}): string[] => {
          const asking = { ...extra, text: order.join(' '), limit: 100 };
          const { query } = reader.read(asking, { ...context, known: engine.known });
          return engine
            .search(query)
            .hits.map(({ id }) => id)
            .toSorted();
        };
        const found = idsFor(terms);
        const having = all.filter((document) => {
          const named = `${document.title} ${document.model ?? ''} ${document.variant ?? ''}`.split(' ');
          const allWords = [...named, ...document.description.split(' ')];
          // A code matches only where the vehicle is named, not in the description.
          return terms.every((word) => (/\d/.test(word) ? named : allWords).includes(word));
        });
        expect(found).toEqual(expect.arrayContaining(having.map(({ id }) => id)));
        expect(idsFor(terms, { sort })).toEqual(found);
      }),
      { numRuns: 60 },
    );
  });
});

describe('misspelt words', () => {
  test('are corrected to names, which is reported', () => {
    const { corrections } = read('schmiz cargobul');
    expect(conditionsOf('schmiz cargobul')).toEqual([{ field: 'brand', values: ['schmitz-cargobull'] }]);
    expect(corrections).toEqual([
      { typed: 'schmiz', meant: 'schmitz' },
      { typed: 'cargobul', meant: 'cargobull' },
    ]);
  });
});

describe('a book of names', () => {
  const NAMES_BETWEEN = 60;

  test('is made in small steps, however many names there are', () => {
    const models = Array.from({ length: 5000 }, (_, i) => `Wunderwagen ${i}`);
    const brands = [...catalogue.brands, { slug: 'wunder', names: ['Wunder'], models }];
    const extraPauses = buildBook({ ...catalogue, brands }).pauses - buildBook(catalogue).pauses;
    expect(extraPauses).toBeGreaterThanOrEqual(models.length / NAMES_BETWEEN);
    const names = [...catalogue.categories, ...catalogue.features].flatMap((entry) => entry.names);
    expect(buildBook(catalogue).pauses).toBeGreaterThanOrEqual(names.length / NAMES_BETWEEN);
  });

  test('takes the models of the market in small steps, too', () => {
    const offered = new SearchEngine();
    const models = Array.from({ length: 2000 }, (_, i) => `Wunderwagen ${i}`);
    offered.apply(models.map((model) => ({ kind: 'put', document: listing({ brand: { slug: 'man', name: 'MAN' }, model }) }))); // prettier-ignore
    const { book, pauses } = buildBook(catalogue, offered.known);
    expect(pauses - buildBook(catalogue).pauses).toBeGreaterThanOrEqual(models.length / NAMES_BETWEEN);
    const its = new QueryParser(book, { synonyms: [], stopWords: [] });
    const { query } = its.read({ text: 'wunderwagen 1234' }, { ...context, known: offered.known });
    expect(query.named?.parsed).toEqual({ all: [{ field: 'model', values: ['Wunderwagen 1234'] }] });
  });
});

describe('a search without results', () => {
  const relaxed = (text: string) =>
    [...reader.relaxed({ text }, read(text), context)].map(({ dropped }) =>
      dropped.map(({ words }) => words),
    );

  test('places and adjectives go first, then numbers and equipment, the make last', () => {
    expect(relaxed('red man tgx with retarder 2015 in münchen')).toEqual([
      ['red', 'munchen'],
      ['red', '2015', 'munchen'],
      ['red', 'retarder', '2015', 'munchen'],
      ['red', 'tgx', 'retarder', '2015', 'munchen'],
    ]);
  });

  test('nothing does while nothing is known that could remain', () => {
    expect(relaxed('red bicycle')).toEqual([]);
    expect(relaxed('qwertz 98765')).toEqual([]);
    expect(relaxed('trucks qwertz asdfgh yxcv')).toEqual([]);
  });
});

describe('a body without a subcategory', () => {
  test.each([
    ['Humbaur HTK Kipper, Plane', 'trailers', 'tipper-trailers'],
    ['Przyczepa wywrotka', 'trailers', 'tipper-trailers'],
    ['Volvo FM hooklift 6x2', 'trucks', 'hooklift-trucks'],
    // Equipment does not imply a body type, and neither does the body of another kind of vehicle.
    ['MAN TGX, two tanks', 'trucks', undefined],
    ['Volvo FH Kipphydraulik', 'tractor-units', undefined],
    ['Volvo FH', 'trucks', undefined],
  ])('%s', (title, parent, body) => {
    const bodies = new Set(
      seedCategories.filter((category) => category.parent === parent).map(({ slug }) => slug),
    );
    expect(bodyInTitle(title, (slug) => bodies.has(slug))).toBe(body);
  });

  test('is found by its name beside those with a subcategory, but not counted or listed as one of them', () => {
    const tipper = { slug: 'tipper-trailers', name: 'Tipper trailers' };
    const trailers = { slug: 'trailers', name: 'Trailers' };
    const [filed, said] = [
      listing({ category: trailers, subcategory: tipper }),
      listing({ category: trailers, body: tipper.slug }),
    ];
    const two = new SearchEngine();
    two.apply([filed, said].map((document) => ({ kind: 'put', document })));
    const { query } = reader.read({ text: 'kippanhänger' }, { ...context, known: two.known });
    expect(two.search(query).total).toBe(2);
    expect(two.search({ subcategories: [tipper.slug] }).hits.map(({ id }) => id)).toEqual([filed.id]);
    expect(two.search({ categories: [tipper.slug] }).hits.map(({ id }) => id)).toEqual([filed.id]);
    const saved = new SavedQueryIndex();
    saved.put('read', { ...query, strictText: true });
    saved.put('listed', { categories: [tipper.slug] });
    expect(saved.match(said)).toEqual(['read']);
    expect(saved.match(filed).toSorted()).toEqual(['listed', 'read']);
  });
});

test('a saved search reads as a search does', () => {
  const texts = [
    'tgx ohne klima',
    'kühlauflieger carrier vector',
    'bagger 20 t',
    'near delft',
    'munich',
    'sprinter 316',
    'truck under 60k usd',
    'white van',
    'nordstern nutzfahrzeuge',
    'rote sattelzugmaschine',
    'red bicycle',
    '!!!',
  ];
  const saved = new SavedQueryIndex();
  for (const text of texts) saved.put(text, { ...read(text).query, strictText: true });
  for (const document of market) {
    const expected = texts.filter((text) =>
      engine.search({ ...read(text).query, strictText: true }).hits.some(({ id }) => id === document.id),
    );
    expect(saved.match(document).toSorted()).toEqual(expected.toSorted());
  }
});

describe('sellers', () => {
  const sellerListing = (sellerId: string, sellerName: string): SearchDocument =>
    listing({ title: `A tipper of ${sellerId}`, sellerId, sellerName });
  const put = (engine: SearchEngine, documents: readonly SearchDocument[]): void =>
    engine.apply(documents.map((document) => ({ kind: 'put', document })));
  const named = (engine: SearchEngine, key: string): readonly string[] =>
    engine.known.sellersNamed(key).toSorted();

  test('are found by the name that they have now, beside others of that name', () => {
    const engine = new SearchEngine();
    const [first, second, third] = [
      sellerListing('sel_a', 'Elbe GmbH'),
      sellerListing('sel_b', 'Elbe AG'),
      sellerListing('sel_c', 'Weser KG'),
    ];
    put(engine, [first, second, third]);
    expect(named(engine, 'elbe')).toEqual(['sel_a', 'sel_b']);
    put(engine, [{ ...first, sellerName: 'Weser GmbH' }]);
    expect(named(engine, 'elbe')).toEqual(['sel_b']);
    expect(named(engine, 'elbegmbh')).toEqual([]);
    expect(named(engine, 'weser')).toEqual(['sel_a', 'sel_c']);
    put(engine, [{ ...first, sellerName: 'Elbe GmbH' }, sellerListing('sel_d', 'Elbe')]);
    expect(named(engine, 'elbe')).toEqual(['sel_a', 'sel_b', 'sel_d']);
    expect(named(engine, 'weser')).toEqual(['sel_c']);
  });

  test('are read some at a time where there are many', () => {
    const engine = new SearchEngine();
    put(
      engine,
      Array.from({ length: 1200 }, (_, n) => sellerListing(`sel_${n}`, `Dealer ${n}`)),
    );
    const few = buildBook(catalogue, engine.known).pauses;
    const cachedPauses = buildBook(catalogue, engine.known).pauses;
    expect(few - cachedPauses).toBe(2);
  });
});
