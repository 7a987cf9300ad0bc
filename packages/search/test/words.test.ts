import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SearchEngine, type SearchDocument } from '@fifthwheel/search';
import { document } from './generators.ts';

// Creates an engine with listings that differ only in their titles.
function titled(...titles: string[]): SearchEngine {
  const [sample] = fc.sample(document, { numRuns: 1, seed: 1 });
  const bare = {
    ...(sample as SearchDocument),
    description: '',
    brand: null,
    model: null,
    variant: null,
    region: null,
    city: null,
  };
  const engine = new SearchEngine();
  engine.apply(
    titles.map((title) => ({
      kind: 'put',
      document: {
        ...bare,
        id: title,
        title,
        features: [],
        featureTexts: [],
        categoryTexts: [],
        subcategory: null,
      },
    })),
  );
  return engine;
}

const found = (engine: SearchEngine, text: string) =>
  engine
    .search({ text, limit: 100 })
    .hits.map(({ id }) => id)
    .toSorted();

describe('codes', () => {
  const engine = titled(
    'Volvo FH16',
    'Volvo FH 16 XL',
    'Volvo FH-16 tipper',
    'Volvo FH12',
    'Volvo FH 12, 16 t',
    'MAN TGX 18.440',
    'MAN 95',
  );

  test.each(['fh16', 'FH 16', 'fh-16', 'volvo fh 16'])(
    '%s finds FH16 however it is written, and never FH12',
    (text) => {
      expect(found(engine, text)).toEqual(['Volvo FH 16 XL', 'Volvo FH-16 tipper', 'Volvo FH16']);
    },
  );

  test.each(['18.440', '18440', '18 440', 'tgx 18.440', 'man 18.440'])('%s finds 18.440', (text) => {
    expect(found(engine, text)).toEqual(['MAN TGX 18.440']);
  });

  test('a short brand and a number are two words', () => {
    expect(found(engine, 'man 95')).toEqual(['MAN 95']);
  });

  test('a code that no listing has is read as its parts', () => {
    expect(found(titled('XF with 480 hp'), 'xf 480')).toEqual(['XF with 480 hp']);
  });
});

describe('words that administrators keep for brands', () => {
  const engine = titled('New-Holland T7', 'Holland barge', 'Volvo FH16');
  engine.setBrandAliases([
    { slug: 'new-holland', aliases: ['Blue Tractor', 'H2O'] },
    { slug: 'volvo', aliases: ['Schwede', 'constructor', '__proto__', 'toString'] },
  ]);

  test.each([
    ['schwede', ['Volvo FH16']],
    ['bluetractor t7', ['New-Holland T7']],
    ['h2o', ['New-Holland T7']],
    ['SCHWEDE fh16', ['Volvo FH16']],
    ['constructor', ['Volvo FH16']],
    ['tostring', ['Volvo FH16']],
    ['hasownproperty', []],
  ])('%s', (text, titles) => {
    expect(found(engine, text)).toEqual(titles);
  });

  test('are found no more when they are gone', () => {
    engine.setBrandAliases([]);
    expect(found(engine, 'schwede')).toEqual([]);
  });
});

describe('names of values', () => {
  const engine = new SearchEngine();
  const [sample] = fc.sample(document, { numRuns: 1, seed: 1 });
  const plain = { ...(sample as SearchDocument), title: 'Truck', description: '', brand: null, model: null };
  const base = { ...plain, variant: null, features: [], featureTexts: [], region: null, city: null };
  const put = (id: string, values: Partial<SearchDocument>) =>
    engine.apply([{ kind: 'put', document: { ...base, id, ...values } }]);
  put('old', {
    values: { fuelType: 'diesel', transmission: 'manual', euroStandard: 'euro5', condition: 'used' },
    country: 'PL',
    city: 'Łódź',
  });
  put('fresh', {
    values: { fuelType: 'electric', transmission: 'automatic', euroStandard: 'euro6e', condition: 'new' },
    country: 'DE',
    city: 'München',
    region: 'Bayern',
  });

  test.each([
    ['diesel', ['old']],
    ['elektro truck', ['fresh']],
    ['truck automatik', ['fresh']],
    ['gebraucht', ['old']],
    ['used truck in Poland', ['old']],
    ['truck near münchen', ['fresh']],
    ['bayern neu', ['fresh']],
    ['euro 6', ['fresh']],
    ['truck euro5 manual', ['old']],
    ['truck deutschland', ['fresh']],
    // Matches whole words only: it is neither a prefix of "manual" nor one letter away from "diesel".
    ['man', []],
    ['diesal', []],
  ])('%s', (text, ids) => {
    expect(found(engine, text)).toEqual(ids);
  });

  test('a van is a vehicle, whatever "van" is in Dutch', () => {
    const market = new SearchEngine();
    const [vans, trucks] = [
      { slug: 'vans', name: 'Vans' },
      { slug: 'trucks', name: 'Trucks' },
    ];
    const add = (id: string, overrides: Partial<SearchDocument>) =>
      market.apply([
        { kind: 'put', document: { ...base, categoryTexts: [], subcategory: null, id, ...overrides } },
      ]);
    add('sprinter', { title: 'Sprinter', category: vans, values: { fuelType: 'electric' } });
    add('truck', {
      title: 'FH Electric',
      description: 'cabine van Volvo',
      category: trucks,
      values: { fuelType: 'electric' },
    });
    add('bus', {
      title: 'Van Hool',
      brand: { slug: 'van-hool', name: 'Van Hool' },
      category: trucks,
      values: { fuelType: null },
    });
    expect(found(market, 'electric van')).toEqual(['sprinter']);
    expect(found(market, 'van hool')).toEqual(['bus']);
    expect(found(market, 'vans')).toEqual(['sprinter']);
    expect(market.search({ text: 'van' }).hits.map(({ id }) => id)).toEqual(['sprinter', 'bus']);
  });

  test('weigh more than equipment of the same name', () => {
    put('windows', {
      values: { fuelType: 'diesel' },
      features: ['windows'],
      featureTexts: [['Electric windows']],
    });
    expect(engine.search({ text: 'electric' }).hits.map(({ id }) => id)).toEqual(['fresh', 'windows']);
    engine.apply([{ kind: 'remove', id: 'windows' }]);
  });
});

describe('names', () => {
  const BLOCK = 32;
  const [sample] = fc.sample(document, { numRuns: 1, seed: 1 });
  const base = { ...(sample as SearchDocument), title: 'Plain', description: '', parts: null, variant: null };
  const [trucks, tippers] = [
    { slug: 'trucks', name: 'Trucks' },
    { slug: 'tippers', name: 'Tippers' },
  ];
  const filled = (): SearchEngine => {
    const engine = new SearchEngine({ blockDocuments: BLOCK });
    // One sealed and one unsealed block.
    for (let index = 0; index < BLOCK + 8; index++)
      engine.apply([
        {
          kind: 'put',
          document: {
            ...base,
            id: `lst_${index}`,
            category: trucks,
            subcategory: index % 2 === 0 ? tippers : null,
            categoryTexts: index % 2 === 0 ? ['Brummis', 'Kipper'] : ['Brummis'],
            features: ['retarder'],
            featureTexts: [['Retarder', 'Dauerbremse']],
            brand: { slug: 'man', name: 'MAN' },
            model: 'TGX',
          },
        },
      ]);
    while (engine.compact());
    return engine;
  };
  const total = (engine: SearchEngine, text: string): number => engine.search({ text, limit: 0 }).total;
  const rename = (engine: SearchEngine): void =>
    engine.setNames({
      category: (slug) =>
        slug === 'trucks'
          ? { name: 'Heavyweights', texts: ['Schwergewichte'] }
          : { name: 'Tippers', texts: ['Kipper'] },
      feature: () => ['Slowdowner'],
      brand: () => 'Emmayenn',
    });

  test('find all documents that refer to them after a change, and the previous names find none', () => {
    const engine = filled();
    const all = BLOCK + 8;
    for (const word of ['brummis', 'brumm', 'dauerbremse']) expect(total(engine, word)).toBe(all);
    expect(total(engine, 'kipper')).toBe(all / 2);
    rename(engine);
    for (const word of ['heavyweights', 'heavyw', 'schwergewichte', 'slowdowner', 'heavywieghts'])
      expect(total(engine, word)).toBe(all);
    expect(total(engine, 'kipper')).toBe(all / 2);
    expect(total(engine, 'brummis')).toBe(0);
    expect(total(engine, 'dauerbremse')).toBe(0);
    // Slugs and codes find documents under any name.
    for (const word of ['trucks', 'retarder']) expect(total(engine, word)).toBe(all);
  });

  test('appear in facets and suggestions after a change', () => {
    const engine = filled();
    rename(engine);
    const { facets } = engine.search({ facets: ['categories', 'brands'], limit: 0 });
    expect(facets.categories).toMatchObject([{ slug: 'trucks', name: 'Heavyweights' }]);
    expect(facets.brands).toMatchObject([{ slug: 'man', name: 'Emmayenn' }]);
    expect(engine.suggest('emma', 1)).toEqual([{ type: 'brand', value: 'Emmayenn', slug: 'man' }]);
  });

  test('are in a snapshot after a change, and can change again after it', () => {
    const engine = filled();
    rename(engine);
    const restored = SearchEngine.restore([...engine.snapshot('')]).engine;
    expect(total(restored, 'schwergewichte')).toBe(BLOCK + 8);
    expect(total(restored, 'brummis')).toBe(0);
    restored.setNames({
      category: (slug) => ({ name: slug, texts: ['Brummis'] }),
      feature: () => undefined,
      brand: () => undefined,
    });
    expect(total(restored, 'brummis')).toBe(BLOCK + 8);
    expect(total(restored, 'slowdowner')).toBe(BLOCK + 8);
  });
});

describe('spellings', () => {
  const engine = titled(
    'Kögel Mega',
    'Iveco Straße',
    'Łódź depot',
    'DAF ISTANBUL',
    'Mercedes Actros',
    'Volkswagen Crafter',
    'Tippers galore',
  );

  test.each([
    ['kogel', 'Kögel Mega'],
    ['KÖGEL', 'Kögel Mega'],
    ['strasse', 'Iveco Straße'],
    ['lodz', 'Łódź depot'],
    ['ıstanbul', 'DAF ISTANBUL'],
    ['mb actros', 'Mercedes Actros'],
    ['vw', 'Volkswagen Crafter'],
    ['vw craf', 'Volkswagen Crafter'],
    ['actrso', 'Mercedes Actros'],
    ['volkswagne', 'Volkswagen Crafter'],
    ['tipper galore', 'Tippers galore'],
    ['crafter for the', 'Volkswagen Crafter'],
  ])('%s finds %s', (text, title) => {
    expect(found(engine, text)).toEqual([title]);
  });

  test('two words that are one of the trade mean that first', () => {
    const loaders = titled(
      'Skip loader, aluminium wheels',
      'Wheelloader',
      'Tautliner',
      'MAN, two tanks',
      'Volvo tractor',
    );
    const inOrder = (text: string) => loaders.search({ text }).hits.map(({ id }) => id);
    expect(inOrder('wheel loader')).toEqual(['Wheelloader', 'Skip loader, aluminium wheels']);
    expect(inOrder('taut liner')).toEqual(['Tautliner']);
    expect(inOrder('tractor head')).toEqual(['Volvo tractor']);
    expect(inOrder('skip wheel')).toEqual(['Skip loader, aluminium wheels']);
  });

  test.each(['actxxs', 'mega iveco', 'meg iveco'])('%s finds nothing', (text) => {
    expect(found(engine, text)).toEqual([]);
  });

  test('near spellings count only where fewer than five listings match the word', () => {
    const few = ['Actros 1', 'Actros 2', 'Actros 3', 'Actros 4'];
    expect(found(titled(...few, 'Actrox 1'), 'actros')).toEqual([...few, 'Actrox 1']);
    expect(found(titled(...few, 'Actros 5', 'Actrox 1'), 'actros')).toEqual([...few, 'Actros 5']);
  });

  test('exact beats near, and the title beats the rest', () => {
    const [best] = titled('Actrox 1', 'Actros 1').search({ text: 'actros' }).hits;
    expect(best?.id).toBe('Actros 1');
  });
});
