import { describe, expect, test } from 'vitest';
import { interpretQuery, parseQueryText } from './interpret.ts';

const context = { year: 2025, currency: 'EUR' };

describe('what is read out of a typed query', () => {
  test.each([
    [
      'actros 2019 6x2 under 60k',
      'actros',
      { minYear: 2019, maxYear: 2019, driveTypes: ['6x2'], maxPrice: 60_000 },
    ],
    ['volvo fh 2018-2020', 'volvo fh', { minYear: 2018, maxYear: 2020 }],
    ['volvo fh 2018 to 2020', 'volvo fh', { minYear: 2018, maxYear: 2020 }],
    ['volvo fh between 2018 and 2020', 'volvo fh', { minYear: 2018, maxYear: 2020 }],
    ['volvo fh zwischen 2018 und 2020', 'volvo fh', { minYear: 2018, maxYear: 2020 }],
    ['volvo fh after 2018', 'volvo fh', { minYear: 2018 }],
    ['volvo fh newer than 2018', 'volvo fh', { minYear: 2018 }],
    ['volvo fh älter als 2018', 'volvo fh', { maxYear: 2018 }],
    ['volvo fh vor 2018', 'volvo fh', { maxYear: 2018 }],
    ['truck under sixty thousand', 'truck', { maxPrice: 60_000 }],
    ['truck under sixty thousand euros', 'truck', { maxPrice: 60_000 }],
    ['truck under twenty-five thousand', 'truck', { maxPrice: 25_000 }],
    ['truck under a hundred and twenty thousand km', 'truck', { maxMileage: 120_000 }],
    ['truck under 60 thousand', 'truck', { maxPrice: 60_000 }],
    ['lkw unter fünfzigtausend euro', 'lkw', { maxPrice: 50_000 }],
    ['lkw bis fünfundzwanzigtausend', 'lkw', { maxPrice: 25_000 }],
    ['lkw ab zweihunderttausend km', 'lkw', { minMileage: 200_000 }],
    ['lkw unter hundertzwanzigtausend', 'lkw', { maxPrice: 120_000 }],
    ['volvo fh 2018 - 2020', 'volvo fh', { minYear: 2018, maxYear: 2020 }],
    ['man tgx ab 2018', 'man tgx', { minYear: 2018 }],
    ['man tgx since 2018', 'man tgx', { minYear: 2018 }],
    ['scania bis 2015', 'scania', { maxYear: 2015 }],
    ['scania 2016+', 'scania', { minYear: 2016 }],
    ['Baujahr 2017 Iveco', 'Iveco', { minYear: 2017, maxYear: 2017 }],
    ['daf 6 x 2', 'daf', { driveTypes: ['6x2'] }],
    ['daf 6x2/4', 'daf', { driveTypes: ['6x2'] }],
    ['daf 4x2 6x2', 'daf', { driveTypes: ['4x2', '6x2'] }],
    ['truck under €60.000', 'truck', { maxPrice: 60_000 }],
    ['truck unter 60 000 eur', 'truck', { maxPrice: 60_000 }],
    ['truck <60k', 'truck', { maxPrice: 60_000 }],
    ['truck up to 45k', 'truck', { maxPrice: 45_000 }],
    ['truck from 20000', 'truck', { minPrice: 20_000 }],
    ['truck between 20k and 40k', 'truck', { minPrice: 20_000, maxPrice: 40_000 }],
    ['truck 20k-40k', 'truck', { minPrice: 20_000, maxPrice: 40_000 }],
    ['truck under 300000 km', 'truck', { maxMileage: 300_000 }],
    ['truck max 300 tkm', 'truck', { maxMileage: 300_000 }],
  ])('%s', (text, rest, filters) => {
    expect(parseQueryText(text, context)).toEqual({ text: rest, filters });
  });

  test.each([
    'actros 1845',
    'actros 2040',
    'volvo 2018 2020',
    'man f 2000',
    'crane 2000 kg',
    'truck under 500',
    'truck under 500 hp',
    'truck under 60k usd',
    'truck 60k',
    'under',
    '7x2 tractor',
    'between trucks',
    'volvo 2018 to',
    'under thousand',
    'under sixty',
    'one two thousand trailers',
    'newer than mine',
  ])('%s stays words', (text) => {
    expect(parseQueryText(text, context)).toEqual({ text, filters: {} });
  });

  test('an explicit parameter wins over what the text says', () => {
    const asked = interpretQuery({ text: 'actros 2019 under 60k', minYear: 2015 }, context);
    expect(asked.query).toMatchObject({ text: 'actros', minYear: 2015, maxPrice: 60_000 });
    expect(asked.query.maxYear).toBeUndefined();
    expect(asked.interpreted).toEqual({ maxPrice: 60_000 });
  });
});
