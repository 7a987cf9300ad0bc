import { fold } from '@fifthwheel/text/fold';
import type { Meaning, Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

// Names of models, and their common short forms: "Profi" for "Profi Liner", "R" for "R-series", "Actros" for
// "eActros" and "Actros L".

// Common words of a language, which are models only next to their make.
const COMMON = new Set(
  'light port multi comfort performance next captain force rock elite major crystal ideal compact platform tipper box cool cargo mega strong super classic tandem express partner expert combo multiclass universe star polar terra sultan sobol cirrus profi container cc low walking flat dry coil city connect plus lead comp side green tele mini giga flex pioneer terra county mighty'.split(
    ' ',
  ),
);
const SERIES = /[\s-]series$/;
const ELECTRIC = /^e-?(?=\p{L}{3})/u;
const MEASURE = /^\d+(?:[.,]\d+)? ?(?:t|to|kg|ps|hp|kw|m)$/;
const BRANDS_MAX = 12;
// Length from which a name has inflected forms: "Daily" becomes "Dailys", but "SKA" stays "SKA".
const INFLECTED_MIN = 5;

interface Family {
  readonly names: string[];
  readonly brands: string[];
}

export class ModelNames {
  readonly #vocabulary: Vocabulary;
  readonly #families = new Map<string, Family>();
  readonly #known = new Set<string>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  add(name: string, brand: string): void {
    const known = `${brand} ${name}`;
    if (this.#known.has(known)) return;
    this.#known.add(known);
    // A trailer that is called by its weight has no model name.
    if (MEASURE.test(fold(name))) return;
    for (const called of callings(name)) this.#file(called, name, brand);
  }

  #file(called: string, name: string, brand: string): void {
    const key = wordsOf(called)
      .map((word) => word.key)
      .join('');
    if (key === '') return;
    let family = this.#families.get(key);
    if (!family) {
      family = { names: [], brands: [] };
      this.#families.set(key, family);
      const meaning: Meaning = {
        kind: 'model',
        means: { field: 'model', values: family.names },
        brands: family.brands,
        needsBrand: needsBrand(key),
        isCode: key.length < INFLECTED_MIN,
      };
      this.#vocabulary.add(called, meaning);
    }
    if (!family.names.includes(name)) family.names.push(name);
    if (!family.brands.includes(brand) && family.brands.length < BRANDS_MAX) family.brands.push(brand);
  }
}

function needsBrand(key: string): boolean {
  return !/\p{L}/u.test(key) || COMMON.has(key) || (key.length < 3 && !/\d/.test(key));
}

/** Returns the names by which a model can be called: the full name, and its prefixes in whole words. */
function callings(name: string): Set<string> {
  const folded = fold(name);
  const forms = [folded.replace(SERIES, '')];
  const bare = folded.replace(ELECTRIC, '');
  if (bare !== folded) forms.push(bare);
  const called = new Set([folded, ...forms]);
  for (const form of forms) {
    const words = form.split(/[\s-]+/).filter((word) => word !== '');
    for (let length = 1; length < words.length; length++) {
      const beginning = words.slice(0, length).join(' ');
      // A single number or letter is a prefix of too many names.
      if (/\p{L}.*\p{L}/u.test(beginning)) called.add(beginning);
    }
    const code = /^(\p{L}{2,})\d/u.exec(form);
    if (code) called.add(code[1] ?? '');
  }
  return called;
}
