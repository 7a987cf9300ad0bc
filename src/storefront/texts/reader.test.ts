import { describe, expect, it } from 'vitest';
import { fields } from '../../modules/listings/index.ts';
import { shippedTexts, shippedWording } from '../../platform/shipped-texts.ts';
import { LANGUAGES, Reader } from './reader.ts';

const wording = shippedWording();

describe('texts of pages', () => {
  it('name no technical time zone: days are those of Greenwich or of the reader', () => {
    for (const language of LANGUAGES) {
      const texts = Object.entries(shippedTexts('pages')[language] ?? {});
      expect([language, texts.filter(([, text]) => /\b(?:UTC|GMT)\b/.test(text))]).toEqual([language, []]);
    }
  });

  it('have an English label for each public field of a listing, and for each of its values that is a word', () => {
    const labels = shippedTexts('labels')['en'] ?? {};
    for (const field of fields) {
      if (field.group !== 'technical' && field.group !== 'commercial') continue;
      expect([field.name, labels[`fields.${field.name}`]]).toEqual([field.name, expect.any(String)]);
      if (field.kind !== 'enum') continue;
      // Axle formulas and classes of vehicles are written alike everywhere.
      if (field.name === 'driveType' || field.name === 'euCategory') continue;
      const labelled = Object.keys(labels).filter((key) => key.startsWith(`values.${field.name}.`));
      expect(labelled.toSorted()).toEqual(
        field.values.map((value) => `values.${field.name}.${value}`).toSorted(),
      );
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
    expect(new Reader('de', wording).span(49 * 60)).toBe('2 Tage');
    const polish = new Reader('pl', wording);
    expect([1, 3, 5, 22, 25].map((count) => polish.count('search.results', count))).toEqual([
      '1 pojazd',
      '3 pojazdy',
      '5 pojazdów',
      '22 pojazdy',
      '25 pojazdów',
    ]);
    expect(new Reader('fr', wording).count('search.results', 0)).toBe('0 véhicule');
  });

  it('show instants in the time zone of the marketplace, and days unchanged', () => {
    const zoned = shippedWording();
    const reader = new Reader('en', zoned);
    const midnight = '2026-03-31T23:30:00Z';
    const textsIn = (timeZone: string): string[] => {
      zoned.timeZone = timeZone;
      return [reader.date(midnight), reader.moment(midnight), reader.date('2026-12-31')];
    };
    const { edition } = reader;
    expect(textsIn('Europe/Berlin')).toEqual(['1 Apr 2026', '1 Apr 2026, 01:30 CEST', '31 Dec 2026']);
    expect(textsIn('America/Los_Angeles')).toEqual([
      '31 Mar 2026',
      '31 Mar 2026, 16:30 GMT-7',
      '31 Dec 2026',
    ]);
    expect(textsIn('Asia/Tokyo')).toEqual(['1 Apr 2026', '1 Apr 2026, 08:30 GMT+9', '31 Dec 2026']);
    // Kept pages are rendered again.
    expect(reader.edition).toBeGreaterThan(edition);
  });

  it('write money, dates and countries as the language does', () => {
    const german = new Reader('de', wording);
    expect(german.money(1234.5, 'EUR').replaceAll('\u00a0', ' ')).toBe('1.234,50 €');
    expect(german.date('2026-03-01T00:00:00Z')).toBe('01.03.2026');
    expect(german.country('PL')).toBe('Polen');
    const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');
    expect(spaced(new Reader('fr', wording).money(38_500, 'EUR'))).toBe('38 500 €');
    expect(spaced(new Reader('pl', wording).money(38_500, 'PLN'))).toBe('38 500 zł');
    expect(spaced(new Reader('nl', wording).money(38_500, 'EUR'))).toBe('€ 38.500');
    expect(new Reader('pl', wording).country('DE')).toBe('Niemcy');
    expect(new Reader('en', wording).month('2021-05')).toBe('05/2021');
  });
});
