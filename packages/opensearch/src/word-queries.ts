import { editDistance } from '@fifthwheel/text/edit-distance';
import type { SearchQuery } from '@fifthwheel/search';
import {
  type Aliases,
  codeGroup,
  EXACT_FACTOR,
  inverseFrequency,
  NAMES_WEIGHT,
  PREFIX_FACTOR,
  saturated,
  SATURATION,
  strictTextGroups,
  textGroups,
  TYPO_FACTORS,
  VALUE_FACTOR,
  WEIGHT_STEP,
  type WordGroup,
} from '@fifthwheel/search/matching';
import { type SearchResponse, countOf, type IndexQueries, totalOf } from './index-queries.ts';
import { PREFIX_MAX, prefixTerm } from './documents.ts';
import { allOf, type Json, LISTINGS, terms } from './query-types.ts';

/** Maximum number of similar spellings per word; there are rarely more. */
const NEAR_MAX = 200;
const NEAR_LENGTH_MAX = 40;
/** Higher than the frequency of any term, and an exact integer in single precision. */
const ANY_FREQUENCY = 2e9;
const HAS_DIGIT = /[0-9]/;
const NAME_SCORE = saturated(NAMES_WEIGHT);
/** Score of a prefix that is too long to be indexed: that of a word with one mention in a short text. */
const LONG_BEGINNING_SCORE = saturated(1);

/** The spellings that match a word group, without its rarity. */
interface Spellings {
  readonly group: WordGroup;
  /** Terms with the best factor of each. */
  readonly factors: ReadonlyMap<string, number>;
}

const keyOf = (group: WordGroup): string => JSON.stringify(group);

/** Builds the queries for the words of a text. All must match, and their scores add up. */
export async function wordQueries(
  query: SearchQuery,
  aliases: Aliases,
  queries: IndexQueries,
): Promise<Json[]> {
  const words = new WordCounts(queries);
  const groups = [...(await groupsOf(query, aliases, words)), ...(query.codes ?? []).map(codeGroup)];
  if (groups.length === 0) return [];
  await words.count(groups);
  return groups.map((group) => groupQuery(words.spellings(group), words.rarity(group)));
}

async function groupsOf(query: SearchQuery, aliases: Aliases, words: WordCounts): Promise<WordGroup[]> {
  const text = query.text ?? '';
  if (query.strictText === true) return strictTextGroups(text, aliases, query.wholeWords);
  for (;;) {
    const unknown: WordGroup[] = [];
    const groups = textGroups(
      query,
      (group) => {
        const matches = words.matches(group);
        if (matches === undefined) unknown.push(group);
        return matches ?? Number.MAX_VALUE;
      },
      aliases,
    );
    if (unknown.length === 0) return groups;
    await words.count(unknown);
  }
}

/** Counts of listings per word of one query, over the whole index. */
class WordCounts {
  readonly #queries: IndexQueries;
  readonly #matches = new Map<string, number>();
  readonly #spellings = new Map<string, Spellings>();
  #listings = 0;

  constructor(queries: IndexQueries) {
    this.#queries = queries;
  }

  matches(group: WordGroup): number | undefined {
    return this.#matches.get(keyOf(group));
  }

  spellings(group: WordGroup): Spellings {
    return this.#spellings.get(keyOf(group)) ?? { group, factors: factorsOf(group, []) };
  }

  rarity(group: WordGroup): number {
    return inverseFrequency(this.matches(group) ?? 0, this.#listings);
  }

  async count(groups: readonly WordGroup[]): Promise<void> {
    const fresh = groups.filter((group) => this.matches(group) === undefined);
    await this.#findNear(fresh.filter(({ edits }) => edits > 0));
    const queries = fresh.map((group) => allOf([LISTINGS, groupQuery(this.spellings(group), 1)]));
    const isFirst = this.#matches.size === 0;
    const responses = await this.#queries.all([...(isFirst ? [LISTINGS] : []), ...queries].map(countOf));
    const totals = responses.map(totalOf);
    if (isFirst) this.#listings = totals.shift() ?? 0;
    fresh.forEach((group, index) => this.#matches.set(keyOf(group), totals[index] ?? 0));
  }

  async #findNear(groups: readonly WordGroup[]): Promise<void> {
    const responses = await this.#queries.all(groups.map(nearTerms));
    groups.forEach((group, index) => {
      const near = spelledIn(responses[index]);
      this.#spellings.set(keyOf(group), { group, factors: factorsOf(group, near) });
    });
  }
}

function nearTerms({ text, edits }: WordGroup): Json {
  const term = (field: string): Json => ({
    text,
    term: {
      field,
      analyzer: 'whitespace',
      suggest_mode: 'always',
      string_distance: 'damerau_levenshtein',
      accuracy: 0,
      max_edits: edits,
      prefix_length: 0,
      min_word_length: 1,
      min_doc_freq: 0,
      max_term_freq: ANY_FREQUENCY,
      size: NEAR_MAX,
      shard_size: NEAR_MAX,
    },
  });
  return { size: 0, query: LISTINGS, suggest: { words: term('words'), names: term('names') } };
}

function spelledIn(response: SearchResponse | undefined): string[] {
  const entries = Object.values(response?.suggest ?? {}).flat();
  return entries.flatMap(({ options }) => options.map(({ text }) => text));
}

function factorsOf(group: WordGroup, near: readonly string[]): Map<string, number> {
  const factors = new Map<string, number>([[group.text, EXACT_FACTOR]]);
  const note = (term: string, factor: number): void => {
    if ((factors.get(term) ?? 0) < factor) factors.set(term, factor);
  };
  for (const { term, factor } of group.variants) note(term, factor);
  for (const term of near) {
    if (term.length > NEAR_LENGTH_MAX || HAS_DIGIT.test(term)) continue;
    const edits = editDistance(group.text, term, group.edits);
    if (edits > 0 && edits <= group.edits) note(term, TYPO_FACTORS[edits] ?? 0);
  }
  return factors;
}

/** Matches listings with any of the spellings, scored by the best of them. */
function groupQuery({ group, factors }: Spellings, rarity: number): Json {
  const queries: Json[] = [];
  for (const [term, factor] of factors) queries.push(termQuery(term, factor * rarity));
  for (const [factor, named] of byFactor(factors))
    queries.push(constant(terms('names', named), factor * NAME_SCORE * rarity));
  for (const { term, factor } of [{ term: group.text, factor: EXACT_FACTOR }, ...group.variants])
    queries.push(constant(terms('values', [term]), factor * VALUE_FACTOR * NAME_SCORE * rarity));
  if (group.prefix) {
    queries.push(prefixQuery(group.text, PREFIX_FACTOR * rarity));
    queries.push(constant({ prefix: { names: group.text } }, PREFIX_FACTOR * NAME_SCORE * rarity));
  }
  return { dis_max: { queries } };
}

/** Scores listings by the weight of the term. */
function termQuery(term: string, boost: number): Json {
  return {
    rank_feature: { field: `weights.${term}`, saturation: { pivot: SATURATION * WEIGHT_STEP }, boost },
  };
}

function prefixQuery(text: string, boost: number): Json {
  if (text.length <= PREFIX_MAX) return termQuery(prefixTerm(text), boost);
  return constant({ prefix: { words: text } }, LONG_BEGINNING_SCORE * boost);
}

function constant(filter: Json, boost: number): Json {
  return { constant_score: { filter, boost } };
}

function byFactor(factors: ReadonlyMap<string, number>): Map<number, string[]> {
  const lists = new Map<number, string[]>();
  for (const [term, factor] of factors) lists.set(factor, [...(lists.get(factor) ?? []), term]);
  return lists;
}
