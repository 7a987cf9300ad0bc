/** The listing editor has the fields of the field catalog. */
import { describe, expect, it } from 'vitest';

import { attributesOf } from '../../src/modules/listings/record/field-lists.ts';
import { fields } from '../../src/modules/listings/record/fields.ts';
import { allClasses, moneyMax } from '../../src/modules/listings/record/fields/spec.ts';
import { numberFieldOf, SECTIONS, sectionsOf } from '../../browser/app/dealer/listings/sections.ts';
import { newPrice, priceChanges } from '../../browser/app/dealer/listings/new-prices.ts';

describe.each(allClasses)('the editor of the class %s', (vehicleClass) => {
  const sections = sectionsOf(attributesOf(vehicleClass));
  const sectionOf = (name: string) =>
    SECTIONS.find((section) => sections[section].some((field) => field.name === name));

  it('has every field in the section of those who read it', () => {
    const visible = Object.entries(sections).map(([section, list]) => [
      section,
      new Set(list.map(({ visibility }) => visibility)),
    ]);
    for (const [section, seenBy] of visible)
      expect([section, ...(seenBy as Set<string>)]).toEqual([
        section,
        ...((seenBy as Set<string>).size === 0
          ? []
          : [['chosen', 'dealers', 'owner'].includes(section as string) ? section : 'public']),
      ]);
  });

  it('calls neither private fields public nor public fields private', () => {
    expect([sectionOf('contact.name'), sectionOf('contact.phone'), sectionOf('videoUrl')]).toEqual([
      'contact',
      'contact',
      'contact',
    ]);
    expect(sections.owner.map(({ name }) => name)).toEqual(['contact.email', 'externalId']);
    expect(sections.dealers.map(({ name }) => name)).toEqual(['dealerPrice']);
    expect(sections.chosen.map(({ name }) => name)).toContain('vinPublic');
  });

  it('takes amounts for amounts, and nothing else', () => {
    const amounts = fields
      .filter((field) => field.kind === 'decimal' && field.max === moneyMax)
      .map(({ name }) => name);
    const moneyFields = Object.values(sections)
      .flat()
      .filter((field) => numberFieldOf(field)?.kind === 'money')
      .map(({ name }) => name);
    // The price block has a single amount and a choice of its kind, so these three fields are not separate.
    const priceBlock = new Set(['price', 'priceNet', 'priceGross']);
    const otherAmounts = amounts.filter((name) => !priceBlock.has(name));
    expect(moneyFields.toSorted()).toEqual(
      [...otherAmounts, 'leasing.deposit', 'leasing.monthly'].toSorted(),
    );
  });
});

describe('new prices', () => {
  it.each([
    [45_900, -5, 0, 43_605],
    [45_900, -5, 10, 43_610],
    [45_900, -5, 50, 43_600],
    [45_900, -5, 100, 43_600],
    [45_900, 2.5, 100, 47_000],
    [19.99, -10, 0, 17.99],
    [30, -50, 100, 100],
    [0.01, -90, 0, 0.01],
  ])('of %d by %d %% rounded to %d: %d', (price, percent, rounding, after) =>
    expect(newPrice(price, percent, rounding)).toBe(after),
  );

  it('name those that change, and count those without a price', () => {
    const row = (id: string, price: number | null, status = 'ACTIVE') => ({
      id,
      title: id,
      version: 3,
      status,
      price,
      currency: 'EUR',
    });
    const rows = [
      row('a', 10_000),
      row('b', null),
      row('c', 100),
      row('d', 9000, 'SOLD'),
    ] as unknown as Parameters<typeof priceChanges>[0];
    expect(priceChanges(rows, -5, 100)).toEqual({
      changes: [{ id: 'a', title: 'a', version: 3, currency: 'EUR', before: 10_000, after: 9500 }],
      fixed: 2,
    });
    for (const percent of [0, -90.1, 901]) expect(priceChanges(rows, percent, 0)).toBeNull();
  });
});
