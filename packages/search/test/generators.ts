import fc from 'fast-check';
import {
  CODE_DIMENSIONS,
  facetRanges,
  FACET_NAMES,
  FLAG_DIMENSIONS,
  NUMBER_DIMENSIONS,
  SORT_KEYS,
  FLAG_SET,
  VALUE_DIMENSIONS,
  type Condition,
  type NumberDimension,
  type NumberRange,
  type SearchChange,
  type SearchDocument,
  type SearchQuery,
  type ValueDimension,
} from '@fifthwheel/search';

// Random documents and queries from few values, so that they often match: equal prices, shared words, empty
// fields.

export const RUNS = Number(process.env.FC_RUNS ?? 150);
// Thousands of runs can be requested with FC_RUNS.
export const PROPERTY_TIMEOUT_MS = 1_800_000;

export const RATES = { base: 'EUR', rates: { USD: 1.08, PLN: 4.3, SEK: 11.25 } };
export const NOW_MS = Date.UTC(2025, 5, 1);
const DAY_MS = 86_400_000;

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 5 });
// Defined in about this share of the cases.
const maybeUndefined = <T>(arbitrary: fc.Arbitrary<T>, share = 0.5) => {
  const present = Math.round(share * 20);
  return fc.oneof(
    { weight: 20 - present, arbitrary: fc.constant(undefined) },
    { weight: present, arbitrary },
  );
};

const BRANDS = [
  { slug: 'volvo', name: 'Volvo' },
  { slug: 'mercedes-benz', name: 'Mercedes-Benz' },
  { slug: 'koegel', name: 'Kögel' },
  { slug: 'skoda', name: 'Škoda' },
];
const CATEGORIES = [
  { slug: 'trucks', name: 'Trucks', texts: ['Lastwagen', 'Camions'] },
  { slug: 'tractor-units', name: 'Tractor units', texts: ['Sattelzugmaschinen', 'Tracteurs'] },
  { slug: 'vans', name: 'Vans', texts: ['Transporter'] },
];
const SUBCATEGORIES = [
  { slug: 'tipper-trucks', name: 'Tipper trucks', texts: ['Kipper'] },
  { slug: 'box-vans', name: 'Box vans', texts: ['Kofferwagen'] },
  // The same slug at both levels.
  { slug: 'vans', name: 'Vans', texts: ['Transporter'] },
];
const FEATURES: Record<string, string[]> = {
  retarder: ['Retarder', 'Ralentisseur'],
  lift_axle: ['Lift axle', 'Liftachse'],
  adr: ['ADR'],
};
const WORDS = [
  'Actros', 'actors', 'FH16', 'FH 16', 'FH12', 'FH-12', 'Kögel', 'Retarder', 'Euro 6', '18.440', '18440', '18 440',
  '6x2', '6 x 2', 'white', 'tippers', 'tipper', 'MAN', 'TGX', 'S.CS', 'B8R', '440ps', 'Straße', 'Łódź', 'with', 'the',
  'refrigerated', 'refrigeratd', 'XF', '3CX', '2019', 'diesel', 'elektro', 'manual', 'automatik', 'semi-automatic', 'Berlin',
  'Lodz', 'Bayern', 'Germany', 'polen', 'used', 'neu', 'tractor', 'units', 'box', 'van', 'vans', 'tippertruck', 'truck',
]; // prettier-ignore
// Values of documents and queries by dimension, if specific values make a test stricter than the general ones
// below.
const VALUES_OF: { readonly [D in ValueDimension]?: readonly string[] } = {
  fuelType: ['diesel', 'electric', 'lng'],
  transmission: ['manual', 'automatic', 'semi_automatic'],
  driveType: ['4x2', '6x2'],
  euroStandard: ['euro5', 'euro6', 'euro6d', 'euro6e'],
  condition: ['new', 'used'],
  cab: ['day', 'high_sleeper', 'HIGH SLEEPER'],
  color: ['white', 'red', 'RED'],
  coolingMake: ['Thermo King', 'carrier', 'thermo-king'],
};
// Names are compared folded, codes as given.
const CODE_VALUES = ['one', 'One', 'other'];
const NAME_VALUES = ['SAF', 'Saf', 'Łódź 2', 'lodz-2'];
const NUMBERS_OF: { readonly [D in NumberDimension]?: readonly number[] } = {
  powerHp: [326, 449, 450, 510],
  seats: [3, 9],
};
const NUMBER_VALUES = [2, 3, 7];

const valuesOf = (name: ValueDimension): readonly string[] =>
  VALUES_OF[name] ??
  (FLAG_DIMENSIONS.some((flag) => flag === name)
    ? [FLAG_SET]
    : CODE_DIMENSIONS.some((code) => code === name)
      ? CODE_VALUES
      : NAME_VALUES);
/** Returns numbers at the edges of the ranges, if there are any. */
const numbersOf = (name: NumberDimension): readonly number[] =>
  NUMBERS_OF[name] ??
  facetRanges(name)
    ?.ends.slice(0, 2)
    .flatMap((end) => [end, end + 1]) ??
  NUMBER_VALUES;

/** Generates a record with a value for each name. */
const byName = <N extends string, T>(names: readonly N[], make: (name: N) => fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(names.map((name) => [name, make(name)])) as { [K in N]: fc.Arbitrary<T> });

const CITIES = ['Łódź', 'lodz', 'Berlin', 'Frankfurt am Main', 'FRANKFURT  AM MAIN'];

const sentence = (max: number) =>
  fc.array(pick(...WORDS), { maxLength: max }).map((words) => words.join(' '));

export const documentId = fc
  .integer({ min: 0, max: 60 })
  .map((number) => `lst_${String(number * 7919).padStart(7, '0')}`);

export const document: fc.Arbitrary<SearchDocument> = fc
  .record({
    id: documentId,
    title: sentence(4),
    description: sentence(6),
    brand: maybe(pick(...BRANDS)),
    model: maybe(pick('Actros', 'actros', 'FH 16', 'FH16', 'XG+', 'XG', 'S-Way')),
    variant: maybe(pick('1845 LS', '500')),
    category: pick(...CATEGORIES),
    subcategory: maybe(pick(...SUBCATEGORIES)),
    body: maybe(pick('tipper-trucks', 'vans')),
    features: fc.subarray(Object.keys(FEATURES)),
    price: maybe(
      fc.oneof(pick(5000, 10_000, 19_999.99, 20_000, 35_000), fc.integer({ min: 0, max: 300_000 })),
    ),
    currency: pick('EUR', 'EUR', 'USD', 'PLN', 'XXX'),
    year: maybe(fc.integer({ min: 2015, max: 2019 })),
    mileage: maybe(pick(0, 100_000, 200_000, 300_000)),
    pricePosition: maybe(pick(-250, -80, 0, 31, 400)),
    country: pick('DE', 'PL', 'SE'),
    region: maybe(pick('Bayern', 'Łódzkie')),
    city: maybe(pick(...CITIES)),
    position: maybe(
      fc.tuple(fc.double({ min: 45, max: 55, noNaN: true }), fc.double({ min: 5, max: 20, noNaN: true })),
    ),
    featured: fc.boolean(),
    sellerId: pick('sel_a', 'sel_b', 'sel_c'),
    sellerVerified: fc.boolean(),
    completeness: pick(0, 0.5, 0.777, 1),
    createdDays: fc.integer({ min: 0, max: 4 }),
    publishedDays: fc.integer({ min: 0, max: 120 }),
    views: fc.integer({ min: 0, max: 5 }),
    hasImages: fc.boolean(),
    values: byName(VALUE_DIMENSIONS, (name) => maybe(pick(...valuesOf(name)))),
    numbers: byName(NUMBER_DIMENSIONS, (name) => maybe(pick(...numbersOf(name)))),
    parts: maybe(pick('Thermo King SLXi 300', 'Carrier Vector 1550')),
  })
  .map(({ category, subcategory, position, createdDays, publishedDays, ...rest }): SearchDocument => ({
    ...rest,
    slug: rest.id,
    category: { slug: category.slug, name: category.name },
    subcategory: subcategory && { slug: subcategory.slug, name: subcategory.name },
    categoryTexts: [...category.texts, ...(subcategory?.texts ?? [])],
    featureTexts: rest.features.map((code) => FEATURES[code] ?? []),
    lat: position ? position[0] : null,
    lng: position ? position[1] : null,
    createdAtMs: NOW_MS - createdDays * DAY_MS,
    publishedAtMs: NOW_MS - publishedDays * DAY_MS,
    summary: JSON.stringify({ id: rest.id, title: rest.title }),
  }));

export const change: fc.Arbitrary<SearchChange> = fc.oneof(
  { weight: 6, arbitrary: document.map((put): SearchChange => ({ kind: 'put', document: put })) },
  { weight: 2, arbitrary: documentId.map((id): SearchChange => ({ kind: 'remove', id })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(documentId, fc.integer({ min: 0, max: 9 }))
      .map(([id, views]): SearchChange => ({ kind: 'views', id, views })),
  },
);

/** Changes to a document that do not affect its content. */
export const repricing = fc.record({
  at: fc.nat(),
  price: maybe(pick(5000, 10_000, 19_999.99, 77_000)),
  pricePosition: maybe(pick(-300, 0, 31)),
  views: fc.integer({ min: 0, max: 5 }),
  featured: fc.boolean(),
  sellerVerified: fc.boolean(),
  completeness: pick(0.5, 1),
  publishedAtMs: fc.integer({ min: 0, max: 120 }).map((days) => NOW_MS - days * DAY_MS),
  // Both a shorter and a longer summary than before.
  summary: pick('{}', JSON.stringify({ long: 'x'.repeat(300) })),
});

/** Returns previously written documents with other prices. */
export function repriced(
  changes: readonly SearchChange[],
  repricings: readonly (typeof repricing extends fc.Arbitrary<infer R> ? R : never)[],
): SearchChange[] {
  const latest = new Map(
    changes.flatMap((change) =>
      change.kind === 'put' ? [[change.document.id, change.document] as const] : [],
    ),
  );
  const documents = [...latest.values()];
  return repricings.flatMap(({ at, ...values }): SearchChange[] => {
    const before = documents[at % documents.length];
    return before === undefined ? [] : [{ kind: 'put', document: { ...before, ...values } }];
  });
}

const QUERY_WORDS = [
  ...WORDS, 'act', 'fh', 'fh1', 'mb', 'merc', 'koegel', 'kogel', 'truck', 'kipper', 'lodz', 'strasse', 'actrso', 'volvp',
  're', 'refrigerate', 'retardr', 'trucks white', 'sattelzug', 'liftachse', 'adr', '1845', '1845ls', 'xf105', 'unknown',
]; // prettier-ignore
const list = <T>(...values: T[]) =>
  fc.subarray(values, { minLength: 1, maxLength: Math.min(3, values.length) });

/** Generates parsed conditions: values, ranges and circles, and combinations of them. */
function condition(): fc.Arbitrary<Condition> {
  const values: fc.Arbitrary<Condition> = fc.oneof(
    ...(
      [
        ['category', ['trucks', 'tipper-trucks', 'vans', 'nothing']],
        ['brand', ['volvo', 'koegel', 'nobody']],
        ['model', ['actros', 'FH 16', 'XG+']],
        ['feature', ['retarder', 'adr']],
        ['city', ['Lodz', 'berlin']],
        ['country', ['DE', 'FR']],
        ['seller', ['sel_a', 'sel_z']],
        ...VALUE_DIMENSIONS.map((name) => [name, valuesOf(name)] as const),
      ] as const
    ).map(([field, names]) =>
      fc
        .subarray<string>([...names], { minLength: 1 })
        .map((chosen): Condition => ({ field, values: chosen })),
    ),
  );
  const ranges: fc.Arbitrary<Condition> = pick<Condition>(
    { range: 'price', max: 20_000 },
    { range: 'price', min: 10_000, max: 21_600, currency: 'USD' },
    { range: 'price', min: 1, currency: 'XXX' },
    { range: 'year', min: 2017 },
    { range: 'mileage', max: 200_000 },
    ...NUMBER_DIMENSIONS.flatMap((range): Condition[] => {
      const [least = 0, most = least] = numbersOf(range);
      return [
        { range, min: most },
        { range, min: least, max: most },
      ];
    }),
    { circle: { lat: 50, lng: 12, radiusKm: 300 } },
  );
  const single = fc.oneof({ weight: 3, arbitrary: values }, { weight: 2, arbitrary: ranges });
  return fc.oneof(
    { weight: 4, arbitrary: single },
    { weight: 1, arbitrary: fc.array(single, { maxLength: 2 }).map((any): Condition => ({ any })) },
    { weight: 1, arbitrary: fc.array(single, { maxLength: 2 }).map((all): Condition => ({ all })) },
    { weight: 1, arbitrary: single.map((not): Condition => ({ not })) },
    { weight: 1, arbitrary: ownTermsCondition() },
    { weight: 1, arbitrary: fc.tuple(single, ownTermsCondition()).map((any): Condition => ({ any })) },
  );
}

function ownTermsCondition(): fc.Arbitrary<Condition> {
  const terms = [
    'actros',
    'fh16',
    '#18440',
    'tipper',
    'lift',
    'ralentisseur',
    '#500',
    '#6x2',
    'xg+',
    'sway',
    '#van',
    '#van',
    'nowhere',
  ];
  return fc.subarray(terms, { maxLength: 2 }).map((chosen): Condition => ({ ownTerms: chosen }));
}

const present = {
  text: fc.array(pick(...QUERY_WORDS), { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
  categories: list('trucks', 'tractor-units', 'vans', 'tipper-trucks', 'nothing'),
  subcategories: list('tipper-trucks', 'vans'),
  subcategoriesOf: list('trucks', 'vans'),
  brands: list('volvo', 'mercedes-benz', 'koegel', 'nobody'),
  models: list('ACTROS', 'fh-16', 'xg+', 'xg'),
  countries: list('DE', 'PL', 'FR'),
  regions: list('bayern', 'LODZKIE'),
  cities: list('Lodz', 'frankfurt-am-main', 'Berlin'),
  features: list('retarder', 'lift_axle', 'adr'),
  minPrice: pick(0, 5000, 10_000, 20_000, 21_600),
  maxPrice: pick(5000, 10_000, 20_000, 21_600, 100_000),
  minYear: fc.integer({ min: 2014, max: 2019 }),
  maxYear: fc.integer({ min: 2015, max: 2020 }),
  minMileage: pick(0, 100_000),
  maxMileage: pick(100_000, 200_000),
  geo: fc.record({
    lat: fc.double({ min: 45, max: 55, noNaN: true }),
    lng: fc.double({ min: 5, max: 20, noNaN: true }),
    radiusKm: maybeUndefined(fc.integer({ min: 1, max: 800 })),
  }),
  sellerId: pick('sel_a', 'sel_z'),
  ids: fc.array(documentId, { minLength: 1, maxLength: 3 }),
  meant: fc.array(condition(), { minLength: 1, maxLength: 2 }),
  named: fc.record({
    parsed: condition(),
    literal: fc.option(
      fc
        .tuple(ownTermsCondition(), fc.array(condition(), { maxLength: 2 }))
        .map(([first, others]): Condition => ({ all: [first, ...others] })),
    ),
  }),
  codes: fc.array(pick('500', '1845', '18.440', 'FH16', '3cx', '1550', '6x2'), {
    minLength: 1,
    maxLength: 2,
  }),
} satisfies { [Name in keyof SearchQuery]: fc.Arbitrary<SearchQuery[Name]> };

function rangeOf(name: NumberDimension): fc.Arbitrary<NumberRange> {
  const ends = facetRanges(name)?.ends ?? [];
  const numbers = numbersOf(name);
  const [least = 0, most = least] = [numbers[0], numbers.at(-1)];
  return pick<NumberRange>(
    {},
    { min: most },
    { max: least },
    { min: most, max: most },
    { min: most + 1, max: most + 1 },
    ...ends
      .slice(0, 2)
      .map((end, index) => ({ min: index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, max: end })),
  );
}

/** Generates a record for one or two of the names. */
const ofSome = <N extends string, T>(names: readonly N[], make: (name: N) => fc.Arbitrary<T>) =>
  fc
    .tuple(byName(names, make), fc.subarray([...names], { minLength: 1, maxLength: 2 }))
    .map(([all, chosen]) =>
      Object.fromEntries(
        Object.entries(all).filter(([name]) => chosen.some((chosenName) => chosenName === name)),
      ),
    );

const conditions: fc.Arbitrary<SearchQuery> = fc
  .tuple(
    fc.record(present),
    fc.subarray(Object.keys(present), { maxLength: 4 }),
    maybeUndefined(present.text, 0.3),
    maybeUndefined(
      ofSome(VALUE_DIMENSIONS, (name) => list(...valuesOf(name))),
      0.4,
    ),
    maybeUndefined(ofSome(NUMBER_DIMENSIONS, rangeOf), 0.3),
  )
  .map(([all, names, text, values, ranges]) => ({
    ...(text !== undefined && { text }),
    values,
    ranges,
    ...Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  }));

const presentation = fc.record({
  strictText: maybeUndefined(fc.boolean(), 0.2),
  wholeWords: maybeUndefined(fc.boolean(), 0.3),
  currency: maybeUndefined(pick('EUR', 'EUR', 'USD', 'USD', 'PLN', 'XXX'), 0.3),
  facets: maybeUndefined(fc.subarray([...FACET_NAMES]), 0.75),
  sort: maybeUndefined(pick(...SORT_KEYS), 0.7),
  order: maybeUndefined(pick('asc' as const, 'desc' as const)),
  offset: maybeUndefined(fc.integer({ min: 0, max: 8 }), 0.3),
  limit: maybeUndefined(pick(0, 1, 3, 100)),
});

export const query: fc.Arbitrary<SearchQuery> = fc
  .tuple(conditions, presentation)
  .map(([asked, shown]) => ({ ...shown, ...asked }));

// Queries for everything with every facet, to compare the maintained counters with actual counts.
export const openQuery: fc.Arbitrary<SearchQuery> = fc.record({
  facets: fc.constant(FACET_NAMES),
  currency: pick('EUR', 'USD'),
  sort: pick(...SORT_KEYS),
  order: pick('asc' as const, 'desc' as const),
  limit: fc.constant(100),
});
