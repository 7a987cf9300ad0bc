/** Between a listing and the texts of its form. The category's attributes say which fields there are and of what type. */
import type { CategoryAttribute, ListingFields, OwnListing } from '../../api.ts';
import type { Language } from '../../../../src/storefront/texts/languages.ts';
import { numbersIn } from '../../ui/read-numbers.ts';
import { fieldsOf, PARTS } from './sections.ts';

/** What stands in the form, by the API's name of the field. */
export type Values = Readonly<Record<string, string>>;

const OBJECTS = Object.keys(PARTS);

/** The parts of a row of `tyres`. */
const TYRE_PARTS: Readonly<Record<string, string>> = { axle: 'integer', size: 'text', treadMm: 'decimal' };

const NESTED = new Set(['location', 'translations', 'tyres', ...OBJECTS]);
const LISTS = new Set(['features', 'adrClasses']);

/** What the one price of the form is; empty: what the prices of the company usually are. */
type PriceBasis = 'net' | 'gross' | 'full' | 'margin' | '';

function basisOf({ vatScheme, vatDeductible }: Partial<OwnListing>): PriceBasis {
  if (vatScheme === 'margin') return 'margin';
  if (typeof vatDeductible !== 'boolean') return '';
  return vatDeductible ? 'net' : 'full';
}

/** The fields that a price of that basis is written to. */
function priceBody(price: unknown, basis: string): ListingFields {
  const fields = {
    net: { price, vatDeductible: true, vatScheme: null },
    gross: { priceGross: price, vatDeductible: true, vatScheme: null },
    full: { price, vatDeductible: false, vatScheme: null },
    margin: { price, vatDeductible: false, vatScheme: 'margin' },
  };
  return (basis in fields ? fields[basis as keyof typeof fields] : { price }) as ListingFields;
}

/** The field of the form that shows what is wrong with a field of a listing. */
export function shownAt(field: string): string {
  if (field === 'priceNet' || field === 'priceGross') return 'price';
  return field === 'vatDeductible' || field === 'vatScheme' ? 'priceBasis' : field;
}

/** A listing as the texts of its form. */
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

/** `tyres.0.size`, `translations.de.title`: a name for each text. */
function flatten(name: string, value: unknown, values: Record<string, string>): void {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) flatten(`${name}.${key}`, inner, values);
  else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    values[name] = String(value);
}

/** What is typed in a form, numbers as the API has them; boxes of one name are a list. */
export function typedIn(form: HTMLFormElement, language: Language): Values {
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

/** The names of fields whose texts differ. */
export function changedBetween(before: Values, after: Values): string[] {
  return Object.keys(after).filter((name) => !sameText(before[name] ?? '', after[name] ?? ''));
}

/** The body that writes these fields. An object is written whole; an empty text clears. */
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
      Object.assign(body, priceBody(parsed(values['price'] ?? '', 'decimal'), values['priceBasis'] ?? ''));
    else if (first === 'translations') {
      const [, code = '', part = ''] = name.split('.');
      const all = (body['translations'] ?? {}) as Record<string, Record<string, string | null>>;
      all[code] = { ...all[code], [part]: values[name] === '' ? null : (values[name] ?? null) };
      body['translations'] = all;
    } else if (OBJECTS.includes(first)) body[first] = objectOf(first, values, types);
    else if (name.startsWith('location.')) {
      const location = (body['location'] ?? {}) as Record<string, unknown>;
      location[name.slice('location.'.length)] = parsed(values[name] ?? '', types.get(name));
      body['location'] = location;
    } else body[name] = parsed(values[name] ?? '', types.get(name));
  }
  return body as ListingFields;
}

function objectOf(name: string, values: Values, types: ReadonlyMap<string, string>): object | null {
  const parts = Object.entries(values).filter(([key]) => key.startsWith(`${name}.`));
  if (parts.every(([, text]) => text === '')) return null;
  // An empty part is sent too: one that is left out would stay.
  return Object.fromEntries(
    parts.map(([key, text]) => [key.slice(name.length + 1), parsed(text, types.get(key))]),
  );
}

/** Rows that say nothing but their axle are none; where nobody names one, the rows count them. */
function tyresOf(values: Values): readonly object[] {
  const rows = new Map<number, Record<string, unknown>>();
  for (const [key, text] of Object.entries(values)) {
    const [first, at = '', part = ''] = key.split('.');
    if (first !== 'tyres' || text === '') continue;
    rows.set(Number(at), { ...rows.get(Number(at)), [part]: parsed(text, TYRE_PARTS[part]) });
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .filter(([, row]) => row['size'] !== undefined || row['treadMm'] !== undefined)
    .map(([at, row]) => ({ axle: at + 1, ...row }));
}

/** How many rows of tyres the values have. */
export function tyreRowsOf(values: Values): number {
  const places = Object.keys(values).flatMap((key) =>
    key.startsWith('tyres.') ? Number(key.split('.')[1]) : [],
  );
  return Math.max(0, ...places.map((at) => at + 1));
}

/** The languages that the values have texts in, besides the listing's own. */
export function languagesOf(values: Values): readonly string[] {
  const codes = Object.keys(values).flatMap((key) =>
    key.startsWith('translations.') ? (key.split('.')[1] ?? []) : [],
  );
  return [...new Set(codes)].toSorted();
}

/** What cannot be read as its type is sent as it is: the server says what is wrong with it. */
function parsed(text: string, type: string | undefined): unknown {
  if (type === 'textList') return text === '' ? [] : text.split(',');
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  if (type !== 'integer' && type !== 'decimal') return text;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** The type of each field. */
export function typesOf(attributes: readonly CategoryAttribute[]): ReadonlyMap<string, string> {
  const types = [...fieldsOf(attributes)].map(([name, { type }]) => [name, type] as const);
  return new Map([...types, ['features', 'textList']]);
}
