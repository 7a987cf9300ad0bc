import { entryOf } from '@fifthwheel/text/entry-of';
import { fold } from '@fifthwheel/text/fold';
import type { Condition } from '../types.ts';
import type { Catalogue, OwnWords } from './known.ts';
import { ModelNames } from './models.ts';
import { BODIES, KINDS, VEHICLES } from './trade/bodies.ts';
import { COUNTRIES, COUNTRY_FORMS, countryNames } from './trade/countries.ts';
import type { Concept } from './trade/concept.ts';
import { EQUIPMENT } from './trade/equipment.ts';
import { NEAR, OR, TALK, WITHOUT } from './trade/talk.ts';
import { AXLE_COUNTS, VALUES } from './trade/values.ts';
import { Names, Vocabulary, type Meaning, type MeaningKind } from './vocabulary.ts';
import { wordsOf } from './words.ts';

// Builds one vocabulary from the names of the catalog and the words of the trade, and adds layers for the
// administrators' words. The meaning that is added first takes precedence.

export interface BuiltVocabulary {
  readonly vocabulary: Vocabulary;
  readonly models: ModelNames;
}

const NOBODY = 'other';
// In English a semi-trailer is also a trailer.
const ENGLISH_TRAILERS = /(?<!semi[- ])trailers$/i;
const SEMI_TRAILERS = '-semi-trailers';
const NAME_MIN = 2;
/** Number of names that are added in about a millisecond. */
const NAMES_AT_A_TIME = 50;

const split = (words: string): string[] => words.split(',').map((word) => word.trim());

/** Adds the names of the catalog and the words of the trade; yields after every few. */
export function* buildingVocabulary(source: Catalogue): Generator<void, BuiltVocabulary> {
  const vocabulary = new Vocabulary();
  const models = new ModelNames(vocabulary);
  let added = 0;
  for (const _name of addAllNames(source, vocabulary, models)) if (++added % NAMES_AT_A_TIME === 0) yield;
  return { vocabulary, models };
}

/** Returns names in lookup order: the administrators' stop words first, their synonyms last. */
export function withOwnWords(vocabulary: Vocabulary, { synonyms, stopWords }: OwnWords): Names {
  const [before, after] = [new Vocabulary(), new Vocabulary()];
  for (const word of stopWords) before.add(word, { kind: 'talk' });
  const layers = [...(stopWords.length > 0 ? [before] : []), vocabulary];
  const names = new Names(synonyms.length > 0 ? [...layers, after] : layers);
  for (const { word, meaning } of synonyms)
    for (const known of names.named(wordsOf(meaning).map(({ key }) => key)) ?? []) after.add(word, known);
  return names;
}

type Adding = Generator<void, void>;

function* addAllNames(source: Catalogue, vocabulary: Vocabulary, models: ModelNames): Adding {
  yield* addBrands(vocabulary, source);
  yield* addConcepts(vocabulary, [...VEHICLES, ...BODIES], () => 'category');
  yield* addConcepts(vocabulary, EQUIPMENT, () => 'equipment');
  yield* addConcepts(vocabulary, VALUES, kindOfValue);
  yield* addCategories(vocabulary, source);
  yield* addFeatures(vocabulary, source);
  for (const [axles, words] of AXLE_COUNTS)
    yield* addAll(vocabulary, split(words), {
      kind: 'axles',
      means: { range: 'axles', min: axles, max: axles },
    });
  yield* addCountries(vocabulary);
  yield* addAll(vocabulary, NEAR, { kind: 'near' });
  yield* addAll(vocabulary, WITHOUT, { kind: 'without' });
  yield* addAll(vocabulary, OR, { kind: 'or' });
  yield* addAll(vocabulary, TALK, { kind: 'talk' });
  for (const { slug, models: names } of source.brands) {
    for (const name of names) {
      models.add(name, slug);
      yield;
    }
  }
}

function* addAll(vocabulary: Vocabulary, words: readonly string[], meaning: Meaning): Adding {
  for (const word of words) {
    vocabulary.add(word, meaning);
    yield;
  }
}

function* addConcepts(
  vocabulary: Vocabulary,
  concepts: readonly Concept[],
  kindOf: (means: Condition) => MeaningKind,
): Adding {
  for (const { means, words } of concepts)
    yield* addAll(vocabulary, split(words), { kind: kindOf(means), means });
}

const kindOfValue = (means: Condition): MeaningKind =>
  'field' in means && (means.field === 'color' || means.field === 'condition') ? 'adjective' : 'equipment';

// Adds brands. A name of several brands means all of them: "Volvo" makes trucks and machines.
function* addBrands(vocabulary: Vocabulary, { brands }: Catalogue): Adding {
  const bySpelling = new Map<string, { name: string; slugs: string[] }>();
  for (const { slug, names } of brands) {
    if (slug === NOBODY) continue;
    for (const name of names) {
      const key = fold(name);
      if (key.length < NAME_MIN) continue;
      const known = bySpelling.get(key) ?? { name, slugs: [] };
      if (!known.slugs.includes(slug)) known.slugs.push(slug);
      bySpelling.set(key, known);
      yield;
    }
  }
  for (const { name, slugs } of bySpelling.values())
    yield* addAll(vocabulary, [name], { kind: 'brand', means: { field: 'brand', values: slugs } });
}

function* addCategories(vocabulary: Vocabulary, { categories }: Catalogue): Adding {
  const slugs = new Set(categories.map(({ slug }) => slug));
  for (const { slug, names } of categories) {
    const values = entryOf(KINDS, slug)?.split(' ') ?? [slug];
    const meaning: Meaning = { kind: 'category', means: { field: 'category', values } };
    const twin = slug.replace(/-trailers$/, SEMI_TRAILERS);
    const withTwin: Meaning = slugs.has(twin)
      ? { kind: 'category', means: { field: 'category', values: [...values, twin] } }
      : meaning;
    for (const name of [slug.replaceAll('-', ' '), ...names.flatMap(formsOf)]) {
      vocabulary.add(
        name,
        tradeMeaning(vocabulary, name) ?? (ENGLISH_TRAILERS.test(name) ? withTwin : meaning),
      );
      yield;
    }
  }
}

/** Returns the meaning of the trade's word of which a name is a form: "Kippers" means any tipper. */
function tradeMeaning(vocabulary: Vocabulary, name: string): Meaning | undefined {
  return vocabulary.named(wordsOf(name).map(({ key }) => key))?.find(({ kind }) => kind === 'category');
}

function* addFeatures(vocabulary: Vocabulary, { features }: Catalogue): Adding {
  for (const { code, names } of features) {
    const meaning: Meaning = { kind: 'equipment', means: { field: 'feature', values: [code] } };
    yield* addAll(vocabulary, [code.replaceAll('_', ' '), ...names.flatMap(formsOf)], meaning);
  }
}

/**
 * Returns the forms of a name: "Power take-off (PTO)" also yields "Power take-off" and "PTO", and "Retarder /
 * intarder" both words.
 */
function formsOf(name: string): string[] {
  const inner = /\(([^()]+)\)/.exec(name)?.[1];
  const outer = name.replace(/\([^()]*\)/g, ' ').trim();
  return [name, outer, ...outer.split(' / '), ...(inner === undefined ? [] : [inner])];
}

function* addCountries(vocabulary: Vocabulary): Adding {
  for (const code of COUNTRIES) {
    const forms = entryOf(COUNTRY_FORMS, code);
    const names = [...countryNames(code), ...(forms === undefined ? [] : split(forms))];
    yield* addAll(vocabulary, names, { kind: 'place', means: { field: 'country', values: [code] } });
  }
}
