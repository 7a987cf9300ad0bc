import { describe, expect, it } from 'vitest';
import { fields } from '../../modules/listings/index.ts';
import { namesIn, Wording } from '../../platform/wording.ts';
import { en } from './en.ts';
import { definePageTexts, type Language, LANGUAGES, PAGE_TEXTS, Reader } from './reader.ts';

const wording = new Wording();
definePageTexts(wording);

const placeholders = (text: string): string[] => [...new Set(namesIn(text))].toSorted();
/** Of the numbers that are counted: fractions and millions have forms of their own in some languages. */
const formsOf = (language: Language): string[] => {
  const rules = new Intl.PluralRules(language);
  return [...new Set(['other', ...Array.from({ length: 200 }, (_, count) => rules.select(count))])];
};

describe('texts of pages', () => {
  it('are complete in every language, with the plural forms that it has and the placeholders of English', () => {
    for (const language of LANGUAGES) {
      const { texts } = PAGE_TEXTS[language];
      const problems: string[] = [];
      for (const [key, text] of Object.entries(en)) {
        const counted = /^(.*)\.(?:one|other)$/.exec(key)?.[1];
        const isCounted = counted !== undefined && `${counted}.one` in en && `${counted}.other` in en;
        const wanted = isCounted ? formsOf(language).map((form) => `${counted}.${form}`) : [key];
        for (const name of wanted) {
          const own = texts[name];
          if (own === undefined) problems.push(`${name} is missing`);
          else if (String(placeholders(own)) !== String(placeholders(text)))
            problems.push(`${name} has other placeholders`);
        }
      }
      for (const key of Object.keys(texts))
        if (!(key in en) && !(key.replace(/\.(?:few|many)$/, '.other') in en))
          problems.push(`${key} is not used`);
      expect([language, problems]).toEqual([language, []]);
    }
  });

  it('name no technical time zone: days are those of Greenwich or of the reader', () => {
    for (const language of LANGUAGES) {
      const texts = Object.entries(PAGE_TEXTS[language].texts);
      expect([language, texts.filter(([, text]) => /\b(?:UTC|GMT)\b/.test(text ?? ''))]).toEqual([
        language,
        [],
      ]);
    }
  });

  it('have the same labels in every language', () => {
    const named = (values: Readonly<Record<string, object>>): string[] =>
      Object.entries(values)
        .flatMap(([field, labels]) => Object.keys(labels).map((value) => `${field}.${value}`))
        .toSorted();
    for (const language of LANGUAGES) {
      const { fields: labels, values } = PAGE_TEXTS[language];
      expect(Object.keys(labels).toSorted()).toEqual(Object.keys(PAGE_TEXTS.en.fields).toSorted());
      expect(named(values)).toEqual(named(PAGE_TEXTS.en.values));
    }
  });

  it('have a label for each public field of a listing, and for each of its values that is a word', () => {
    for (const language of LANGUAGES) {
      const { fields: labels, values } = PAGE_TEXTS[language];
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

  it('tell instants in the time zone of the marketplace, and days as they are', () => {
    const zoned = new Wording();
    definePageTexts(zoned);
    const reader = new Reader('en', zoned);
    const midnight = '2026-03-31T23:30:00Z';
    const told = (timeZone: string): string[] => {
      zoned.timeZone = timeZone;
      return [reader.date(midnight), reader.moment(midnight), reader.date('2026-12-31')];
    };
    const { edition } = reader;
    expect(told('Europe/Berlin')).toEqual(['1 Apr 2026', '1 Apr 2026, 01:30 CEST', '31 Dec 2026']);
    expect(told('America/Los_Angeles')).toEqual(['31 Mar 2026', '31 Mar 2026, 16:30 GMT-7', '31 Dec 2026']);
    expect(told('Asia/Tokyo')).toEqual(['1 Apr 2026', '1 Apr 2026, 08:30 GMT+9', '31 Dec 2026']);
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
