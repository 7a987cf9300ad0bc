import { describe, expect, it } from 'vitest';
import { fields } from '../../modules/listings/index.ts';
import { namesIn, Wording } from '../../platform/wording.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fieldLabels } from './fields.data.ts';
import { definePageTexts, LANGUAGES, Reader } from './reader.ts';

const wording = new Wording();
definePageTexts(wording);

describe('texts of pages', () => {
  it('have the same placeholders in every language', () => {
    for (const [key, text] of Object.entries(en)) {
      const names = (of: string): string[] => namesIn(of).toSorted();
      expect([key, names(de[key as keyof typeof en])]).toEqual([key, names(text)]);
    }
  });

  it('have a label for each public field of a listing, and for each of its values that is a word', () => {
    for (const language of LANGUAGES) {
      const { fields: labels, values } = fieldLabels[language];
      for (const field of fields) {
        if (field.group !== 'technical' && field.group !== 'commercial') continue;
        expect([language, field.name, labels[field.name]]).toEqual([
          language,
          field.name,
          expect.any(String),
        ]);
        if (field.kind !== 'enum') continue;
        // Axle formulas and classes of vehicles are written alike everywhere.
        if (field.name === 'driveType' || field.name === 'euCategory') continue;
        expect([language, field.name, Object.keys(values[field.name] ?? {}).toSorted()]).toEqual([
          language,
          field.name,
          field.values.toSorted((a, b) => (a < b ? -1 : 1)),
        ]);
      }
    }
  });

  it('count in the plural forms of the language', () => {
    const reader = new Reader('en', wording);
    expect([0, 1, 2, 1730].map((count) => reader.count('search.results', count))).toEqual([
      '0 vehicles',
      '1 vehicle',
      '2 vehicles',
      '1,730 vehicles',
    ]);
    expect(new Reader('de', wording).span(49 * 60)).toBe('2 Tagen');
  });

  it('write money, dates and countries as the language does', () => {
    const german = new Reader('de', wording);
    expect(german.money(1234.5, 'EUR').replaceAll('\u00a0', ' ')).toBe('1.234,50 €');
    expect(german.date('2026-03-01T00:00:00Z')).toBe('01.03.2026');
    expect(german.country('PL')).toBe('Polen');
    expect(new Reader('en', wording).month('2021-05')).toBe('05/2021');
  });
});
