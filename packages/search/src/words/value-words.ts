import { NO_VALUE, type Dictionary } from '../store/dictionary.ts';
import { FIELD, type Field } from '../store/fields.ts';
import { fold, placeKey } from '@fifthwheel/text/fold';
import type { SearchDocument } from '../types.ts';

// Common words for the values of a document's fields: "vans", "diesel", "automatik", "gebraucht", "hamburg".
// They match like words of the document, but only whole and in this spelling: "man" is not a prefix of
// "manual".

type ValueField =
  | 'category'
  | 'subcategory'
  | 'fuelType'
  | 'transmission'
  | 'euroStandard'
  | 'condition'
  | 'country'
  | 'region'
  | 'city';

const FUEL_WORDS = {
  diesel: 'diesel gasoil gazole',
  petrol: 'petrol gasoline benzin benziner essence benzina gasolina benzine benzyna',
  electric: 'electric elektro elektrisch électrique elettrico eléctrico elektryczny ev bev',
  hybrid: 'hybrid hybride ibrido híbrido hybryda',
  cng: 'cng erdgas',
  lng: 'lng',
  lpg: 'lpg autogas gpl',
  hydrogen: 'hydrogen wasserstoff hydrogène fcev',
  ethanol: 'ethanol',
};
const TRANSMISSION_WORDS = {
  manual: 'manual manuell schaltgetriebe handschaltung manuelle manuale',
  automatic: 'automatic automatik automatikgetriebe automatique automatico automaat automat',
  semi_automatic: 'semiautomatic halbautomatik',
};
const EURO_WORDS = {
  euro1: 'euro1',
  euro2: 'euro2',
  euro3: 'euro3',
  euro4: 'euro4',
  euro5: 'euro5',
  eev: 'eev',
  euro6: 'euro6',
  euro6d: 'euro6 euro6d',
  euro6e: 'euro6 euro6e',
};
const CONDITION_WORDS = {
  new: 'new neu neue neuer neues neuwagen neufahrzeug neuf neuve nuevo nuovo nieuw nowy',
  used: 'used secondhand gebraucht gebrauchte gebrauchter gebrauchtes gebrauchtwagen occasion usado usato gebruikt używany',
  certified: 'certified zertifiziert certifié',
};
const WORDS: Partial<Record<ValueField, Readonly<Record<string, string>>>> = {
  fuelType: FUEL_WORDS,
  transmission: TRANSMISSION_WORDS,
  euroStandard: EURO_WORDS,
  condition: CONDITION_WORDS,
};

const COUNTRY_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl'];
const COUNTRY_WORDS: Readonly<Record<string, string>> = {
  GB: 'uk britain england',
  US: 'usa',
  CZ: 'czech',
};
const COUNTRY_CODE = /^[A-Z]{2}$/;

const VALUE_FIELDS = [
  'category', 'subcategory', 'fuelType', 'transmission', 'euroStandard', 'condition', 'country', 'region', 'city',
] as const satisfies readonly ValueField[]; // prettier-ignore
const known = new Map<string, readonly string[]>();

function wordsOf(field: ValueField, value: string): readonly string[] {
  // Do not cache these, because sellers can enter any number of them.
  if (field === 'region' || field === 'city') return oneWord(placeKey(value));
  const key = `${field} ${value}`;
  let words = known.get(key);
  if (words === undefined) {
    if (field === 'country') words = countryWords(value);
    else if (field === 'category' || field === 'subcategory') words = slugWords(value);
    else words = split(WORDS[field]?.[value] ?? '');
    known.set(key, words);
  }
  return words;
}

const split = (list: string): string[] =>
  fold(list)
    .split(' ')
    .filter((word) => word !== '');
const oneWord = (name: string): string[] => (name === '' || name.includes(' ') ? [] : [name]);

// Returns the slug without separators, in singular and plural.
function slugWords(slug: string): string[] {
  const name = slug.replaceAll('-', '');
  return [name, ...['s', 'es'].filter((end) => name.endsWith(end)).map((end) => name.slice(0, -end.length))];
}

function countryWords(code: string): string[] {
  if (!COUNTRY_CODE.test(code)) return [];
  const names = COUNTRY_LANGUAGES.flatMap((language) =>
    oneWord(placeKey(new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? '')),
  );
  return [...new Set([...names, ...split(COUNTRY_WORDS[code] ?? '')])];
}

/** Returns the words for a document's values. */
export function valueTerms(document: ValuedDocument): Set<string> {
  const { category, subcategory, country, region, city, values } = document;
  const named = { ...values, category: category.slug, subcategory: subcategory?.slug, country, region, city };
  return new Set(
    VALUE_FIELDS.flatMap((field) => {
      const value = named[field];
      return value === null || value === undefined ? [] : wordsOf(field, value);
    }),
  );
}

type ValuedDocument = Pick<
  SearchDocument,
  'category' | 'subcategory' | 'country' | 'region' | 'city' | 'values'
>;

export interface FieldValues {
  field: Field;
  ordinals: readonly number[];
}

/** Maps a word to the values that it names, if they occur. */
export class ValueNames {
  readonly #fields: readonly Dictionary[];
  readonly #ordinals = new Map<string, Map<Field, number[]>>();
  readonly #read = new Map<Field, number>();

  constructor(fields: readonly Dictionary[]) {
    this.#fields = fields;
  }

  with(word: string): FieldValues[] {
    for (const name of VALUE_FIELDS) if (name !== 'region' && name !== 'city') this.#readNew(name);
    const named = [...(this.#ordinals.get(word) ?? [])].map(([field, ordinals]) => ({ field, ordinals }));
    for (const field of [FIELD.region, FIELD.city]) {
      const place = this.#fields[field]?.find(word) ?? NO_VALUE;
      if (place !== NO_VALUE) named.push({ field, ordinals: [place] });
    }
    return named;
  }

  #readNew(name: ValueField): void {
    const field = FIELD[name];
    const values = this.#fields[field] as Dictionary;
    for (let ordinal = this.#read.get(field) ?? NO_VALUE + 1; ordinal < values.size; ordinal++) {
      for (const word of wordsOf(name, values.value(ordinal))) this.#add(word, field, ordinal);
    }
    this.#read.set(field, values.size);
  }

  #add(word: string, field: Field, ordinal: number): void {
    const byField = this.#ordinals.get(word) ?? new Map<Field, number[]>();
    this.#ordinals.set(word, byField);
    const ordinals = byField.get(field);
    if (ordinals !== undefined) ordinals.push(ordinal);
    else byField.set(field, [ordinal]);
  }
}
