/** Number fields of a form: `NumberField` marks them, and the form parses them here. */
import type { Language } from '../../../src/storefront/texts/languages.ts';
import { type NumberField, readNumber, writeNumber } from '../../../src/storefront/texts/numbers.ts';
import type { DeskWords } from '../words.ts';

/** Number format of the API and of drafts. */
const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** @param value in the format of the API; other text stays unchanged */
export function fieldText(value: string | number, language: Language, field: NumberField): string {
  const text = String(value);
  return PLAIN.test(text) ? writeNumber(Number(text), language, field) : text;
}

export const numberMarks = ({ kind, unit, max }: NumberField) => ({
  'data-number': kind,
  'data-unit': unit ?? undefined,
  'data-max': max ?? undefined,
});

function fieldOf({ dataset }: HTMLInputElement): NumberField {
  const max = dataset['max'];
  return {
    kind: dataset['number'] as NumberField['kind'],
    unit: dataset['unit'],
    max: max === undefined ? null : Number(max),
  };
}

/** The numbers by field name; null for invalid input. Omits empty fields. */
export function numbersIn(form: HTMLFormElement, language: Language): ReadonlyMap<string, number | null> {
  const numbers = new Map<string, number | null>();
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-number]'))
    if (input.value.trim() !== '') numbers.set(input.name, readNumber(input.value, language, fieldOf(input)));
  return numbers;
}

/** Errors of fields with invalid numbers. */
export function numberProblems(form: HTMLFormElement, words: DeskWords): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-number]')) {
    const field = fieldOf(input);
    if (input.value.trim() === '' || readNumber(input.value, words.language, field) !== null) continue;
    problems.set(input.name, words.text('desk.form.number', { example: exampleOf(field, words.language) }));
  }
  return problems;
}

const EXAMPLES = { integer: 12_500, year: 2021, money: 60_000, decimal: 2.5 } as const;
const SMALL = 12;

function exampleOf(field: NumberField, language: Language): string {
  const { kind, unit, max } = field;
  const isSmall = max !== null && max !== undefined && max < EXAMPLES[kind];
  const example = writeNumber(isSmall ? Math.min(SMALL, max) : EXAMPLES[kind], language, field);
  return kind === 'money' || unit === undefined || unit === null || unit === 'months'
    ? example
    : `${example} ${unit}`;
}
