import { entryOf } from '../../text/entry-of.ts';
import { fold } from '../../text/fold.ts';
import type { Condition } from '../types.ts';
import type { VocabularySource } from './known.ts';
import { ModelNames } from './models.ts';
import { BODIES, KINDS, VEHICLES } from './trade/bodies.ts';
import { COUNTRY_FORMS, countryNames } from './trade/countries.ts';
import type { Concept } from './trade/concept.ts';
import { EQUIPMENT } from './trade/equipment.ts';
import { NEAR, OR, TALK, WITHOUT } from './trade/talk.ts';
import { AXLE_COUNTS, VALUES } from './trade/values.ts';
import { Vocabulary, type Sense, type SenseKind } from './vocabulary.ts';
import { wordsOf } from './words.ts';

// Puts the names of the catalogue, the words of the trade and those of the market's administrators into one vocabulary.
// What is added first is what a name means first.

export interface Built {
  readonly vocabulary: Vocabulary;
  readonly models: ModelNames;
}

const NOBODY = 'other';
// In English a semi-trailer is a trailer, too.
const ENGLISH_TRAILERS = /(?<!semi[- ])trailers$/i;
const SEMI_TRAILERS = '-semi-trailers';
const NAME_MIN = 2;

const split = (words: string): string[] => words.split(',').map((word) => word.trim());

export function buildVocabulary(source: VocabularySource): Built {
  const vocabulary = new Vocabulary();
  const models = new ModelNames(vocabulary);
  for (const word of source.stopWords) vocabulary.add(word, { kind: 'talk' });
  addBrands(vocabulary, source);
  addConcepts(vocabulary, [...VEHICLES, ...BODIES], 'category');
  addConcepts(vocabulary, EQUIPMENT, 'equipment');
  addValues(vocabulary);
  addCategories(vocabulary, source);
  addFeatures(vocabulary, source);
  for (const [axles, words] of AXLE_COUNTS) {
    const means: Condition = { range: 'axles', min: axles, max: axles };
    for (const word of split(words)) vocabulary.add(word, { kind: 'axles', means });
  }
  addCountries(vocabulary);
  for (const word of NEAR) vocabulary.add(word, { kind: 'near' });
  for (const word of WITHOUT) vocabulary.add(word, { kind: 'without' });
  for (const word of OR) vocabulary.add(word, { kind: 'or' });
  for (const word of TALK) vocabulary.add(word, { kind: 'talk' });
  for (const { slug, models: names } of source.brands) for (const name of names) models.add(name, slug);
  for (const { word, meaning } of source.synonyms) {
    for (const sense of vocabulary.named([fold(meaning).replace(/[^\p{L}\p{N}+]+/gu, '')]) ?? [])
      vocabulary.add(word, sense);
  }
  return { vocabulary, models };
}

function addConcepts(vocabulary: Vocabulary, concepts: readonly Concept[], kind: SenseKind): void {
  for (const { means, words } of concepts)
    for (const word of split(words)) vocabulary.add(word, { kind, means });
}

function addValues(vocabulary: Vocabulary): void {
  for (const { means, words } of VALUES) {
    const isAdjective = 'field' in means && (means.field === 'color' || means.field === 'condition');
    for (const word of split(words))
      vocabulary.add(word, { kind: isAdjective ? 'adjective' : 'equipment', means });
  }
}

// A brand and its namesake in another class are both meant: "Volvo" makes trucks and machines.
function addBrands(vocabulary: Vocabulary, { brands }: VocabularySource): void {
  const bySpelling = new Map<string, { name: string; slugs: string[] }>();
  for (const { slug, names } of brands) {
    if (slug === NOBODY) continue;
    for (const name of names) {
      const key = fold(name);
      if (key.length < NAME_MIN) continue;
      const known = bySpelling.get(key) ?? { name, slugs: [] };
      if (!known.slugs.includes(slug)) known.slugs.push(slug);
      bySpelling.set(key, known);
    }
  }
  for (const { name, slugs } of bySpelling.values())
    vocabulary.add(name, { kind: 'brand', means: { field: 'brand', values: slugs } });
}

function addCategories(vocabulary: Vocabulary, { categories }: VocabularySource): void {
  const slugs = new Map(categories.map(({ slug }) => [slug, slug]));
  for (const { slug, names } of categories) {
    const values = entryOf(KINDS, slug)?.split(' ') ?? [slug];
    const means: Condition = { field: 'category', values };
    for (const name of [slug.replaceAll('-', ' '), ...names.flatMap(formsOf)]) {
      const twin = ENGLISH_TRAILERS.test(name)
        ? slugs.get(slug.replace(/-trailers$/, SEMI_TRAILERS))
        : undefined;
      const own: Sense = {
        kind: 'category',
        means: twin === undefined ? means : { ...means, values: [...values, twin] },
      };
      vocabulary.add(name, tradeSense(vocabulary, name) ?? own);
    }
  }
}

/** A name that is a form of a word of the trade means what that does: "Kippers" any tipper. */
function tradeSense(vocabulary: Vocabulary, name: string): Sense | undefined {
  return vocabulary.named(wordsOf(name).map(({ key }) => key))?.find(({ kind }) => kind === 'category');
}

function addFeatures(vocabulary: Vocabulary, { features }: VocabularySource): void {
  for (const { code, names } of features) {
    const means: Condition = { field: 'feature', values: [code] };
    for (const name of [code.replaceAll('_', ' '), ...names.flatMap(formsOf)])
      vocabulary.add(name, { kind: 'equipment', means });
  }
}

/** "Power take-off (PTO)" is called that, "Power take-off" and "PTO"; "Retarder / intarder" either. */
function formsOf(name: string): string[] {
  const inner = /\(([^()]+)\)/.exec(name)?.[1];
  const outer = name.replace(/\([^()]*\)/g, ' ').trim();
  return [name, outer, ...outer.split(' / '), ...(inner === undefined ? [] : [inner])];
}

function addCountries(vocabulary: Vocabulary): void {
  for (const [code, names] of countryNames()) {
    for (const name of names)
      vocabulary.add(name, { kind: 'place', means: { field: 'country', values: [code] } });
  }
  for (const [code, names] of Object.entries(COUNTRY_FORMS)) {
    for (const name of split(names))
      vocabulary.add(name, { kind: 'place', means: { field: 'country', values: [code] } });
  }
}
