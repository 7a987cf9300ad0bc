/** Converts between a listing and the texts of its form. The attributes of the category define fields and types. */
import type { CategoryAttribute, ListingFields, OwnListing } from '../../api.ts';
import type { Language } from '../../../../src/storefront/texts/languages.ts';
import { numbersIn } from '../../ui/read-numbers.ts';
import { fieldsOf, PARTS } from './sections.ts';

/** Texts of the form, by the field name of the API. */
export type Values = Readonly<Record<string, string>>;

const OBJECTS = Object.keys(PARTS);

/** The parts of a row of `tyres`. */
const TYRE_PARTS: Readonly<Record<string, string>> = { axle: 'integer', size: 'text', treadMm: 'decimal' };

const NESTED = new Set(['location', 'translations', 'tyres', ...OBJECTS]);
const LISTS = new Set(['features', 'adrClasses', 'documents']);

/** Basis of the price in the form; empty for the default of the company. */
type PriceBasis = 'net' | 'gross' | 'full' | 'margin' | '';

function basisOf({ vatScheme, vatDeductible }: Partial<OwnListing>): PriceBasis {
  if (vatScheme === 'margin') return 'margin';
  if (typeof vatDeductible !== 'boolean') return '';
  return vatDeductible ? 'net' : 'full';
}

/** The API fields of a price with that basis. */
function priceBody(price: unknown, basis: string): ListingFields {
  const fields = {
    net: { price, vatDeductible: true, vatScheme: null },
    gross: { priceGross: price, vatDeductible: true, vatScheme: null },
    full: { price, vatDeductible: false, vatScheme: null },
    margin: { price, vatDeductible: false, vatScheme: 'margin' },
  };
  return (basis in fields ? fields[basis as keyof typeof fields] : { price }) as ListingFields;
}

/** The form field that shows an error of an API field. */
export function formFieldOf(field: string): string {
  if (field === 'priceNet' || field === 'priceGross') return 'price';
  return field === 'vatDeductible' || field === 'vatScheme' ? 'priceBasis' : field;
}

export function valuesOf(listing: Partial<OwnListing>): Values {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(listing)) {
    if (NESTED.has(name)) flatten(name, value, values);
    else if (LISTS.has(name)) values[name] = (value as readonly string[]).join(',');
    else if (typeof value !== 'object' && value !== undefined) values[name] = String(value);
  }
  const basis = basisOf(listing);
  return basis === '' ? values : { ...values, priceBasis: basis };
}

/** Names each nested text by its path: `tyres.0.size`, `translations.de.title`. */
function flatten(name: string, value: unknown, values: Record<string, string>): void {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) flatten(`${name}.${key}`, inner, values);
  else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    values[name] = String(value);
}

/** The texts in a form. Numbers are in the format of the API, and checkboxes with the same name form a list. */
export function formValues(form: HTMLFormElement, language: Language): Values {
  const values: Record<string, string> = {};
  for (const control of form.elements) {
    const { name } = control as HTMLInputElement;
    if (name !== '' && !(control instanceof HTMLButtonElement)) values[name] ??= '';
  }
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string') continue;
    const text = value.trim();
    values[name] = values[name] === '' || values[name] === undefined ? text : `${values[name]},${text}`;
  }
  for (const [name, number] of numbersIn(form, language)) if (number !== null) values[name] = String(number);
  return values;
}

const sameText = (a: string, b: string): boolean =>
  a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n') ||
  a.split(',').toSorted().join() === b.split(',').toSorted().join();

export function changedFields(before: Values, after: Values): string[] {
  return Object.keys(after).filter((name) => !sameText(before[name] ?? '', after[name] ?? ''));
}

/** Name of the draft of a listing in the drafts of an account. */
export const draftOf = (id: string): string => `listing-${id}`;

/** The request body that writes these fields. It contains whole objects, and null for an empty text. */
export function bodyOf(
  names: readonly string[],
  values: Values,
  types: ReadonlyMap<string, string>,
): ListingFields {
  const body: Record<string, unknown> = {};
  for (const name of names) {
    const [first = ''] = name.split('.');
    if (first === 'tyres') body['tyres'] = tyresOf(values);
    else if (first === 'price' || first === 'priceBasis')
      Object.assign(body, priceBody(parse(values['price'] ?? '', 'decimal'), values['priceBasis'] ?? ''));
    else if (first === 'translations') {
      const [, code = '', part = ''] = name.split('.');
      const all = (body['translations'] ?? {}) as Record<string, Record<string, string | null>>;
      all[code] = { ...all[code], [part]: values[name] === '' ? null : (values[name] ?? null) };
      body['translations'] = all;
    } else if (OBJECTS.includes(first)) body[first] = objectOf(first, values, types);
    else if (name.startsWith('location.')) {
      const location = (body['location'] ?? {}) as Record<string, unknown>;
      location[name.slice('location.'.length)] = parse(values[name] ?? '', types.get(name));
      body['location'] = location;
    } else body[name] = parse(values[name] ?? '', types.get(name));
  }
  return body as ListingFields;
}

function objectOf(name: string, values: Values, types: ReadonlyMap<string, string>): object | null {
  const parts = Object.entries(values).filter(([key]) => key.startsWith(`${name}.`));
  if (parts.every(([, text]) => text === '')) return null;
  // Send empty parts too, because the API keeps parts that are missing.
  return Object.fromEntries(
    parts.map(([key, text]) => [key.slice(name.length + 1), parse(text, types.get(key))]),
  );
}

/** Ignores rows with nothing but an axle. A row without an axle gets its row number. */
function tyresOf(values: Values): readonly object[] {
  const rows = new Map<number, Record<string, unknown>>();
  for (const [key, text] of Object.entries(values)) {
    const [first, row = '', part = ''] = key.split('.');
    if (first !== 'tyres' || text === '') continue;
    rows.set(Number(row), { ...rows.get(Number(row)), [part]: parse(text, TYRE_PARTS[part]) });
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .filter(([, row]) => row['size'] !== undefined || row['treadMm'] !== undefined)
    .map(([index, row]) => ({ axle: index + 1, ...row }));
}

export function tyreRowsOf(values: Values): number {
  const indexes = Object.keys(values).flatMap((key) =>
    key.startsWith('tyres.') ? Number(key.split('.')[1]) : [],
  );
  return Math.max(0, ...indexes.map((index) => index + 1));
}

/** The languages of the translations. */
export function languagesOf(values: Values): readonly string[] {
  const codes = Object.keys(values).flatMap((key) =>
    key.startsWith('translations.') ? (key.split('.')[1] ?? []) : [],
  );
  return [...new Set(codes)].toSorted();
}

/** Parses a text by its type. Sends a text that does not parse as it is, so that the server reports the error. */
function parse(text: string, type: string | undefined): unknown {
  if (type === 'textList') return text === '' ? [] : text.split(',');
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  if (type !== 'integer' && type !== 'decimal') return text;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

export function typesOf(attributes: readonly CategoryAttribute[]): ReadonlyMap<string, string> {
  const types = [...fieldsOf(attributes)].map(([name, { type }]) => [name, type] as const);
  return new Map([...types, ['features', 'textList']]);
}
