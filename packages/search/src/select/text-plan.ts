import type { Catalogue } from '../store/catalogue.ts';
import {
  EXACT_FACTOR,
  PREFIX_FACTOR,
  TYPO_FACTORS,
  VALUE_FACTOR,
  type WordGroup,
} from '../query/text-groups.ts';
import { OrdinalSet, type NamedOrdinals } from './scan.ts';

// A word group in terms of the lexicon: the terms that it matches, and their factors.

/** Distinguishes the keys of own words; no other key begins with it. */
const OWN_MARK = '~';

export interface PlannedTerm {
  term: number;
  factor: number;
}

export interface NamesWithFactor extends NamedOrdinals {
  factor: number;
}

export interface GroupPlan {
  /** Identifies the group. Equal keys mean equal plans, except for terms that were added since. */
  key: string;
  /** Explicit terms, best factor first, without those that only share the prefix. */
  terms: readonly PlannedTerm[];
  prefix: string | null;
  /**
   * Names by factor: those of categories and features that contain a term or the prefix, and values that a
   * spelling names.
   */
  named: readonly NamesWithFactor[];
  /** Lists of category names, features and values with any of the terms. */
  all: NamedOrdinals;
}

export function planGroup(group: WordGroup, catalogue: Catalogue): GroupPlan {
  const factors = new Map<number, number>();
  const note = (term: number, factor: number) => {
    if (term >= 0 && (factors.get(term) ?? 0) < factor) factors.set(term, factor);
  };
  note(catalogue.lexicon.find(group.text), EXACT_FACTOR);
  for (const { term, factor } of group.variants) note(catalogue.lexicon.find(term), factor);
  if (group.edits > 0) {
    for (const { term, edits } of catalogue.lexicon.near(group.text, group.edits))
      note(term, TYPO_FACTORS[edits] ?? 0);
  }
  const prefix = group.prefix ? group.text : null;
  const terms = [...factors]
    .map(([term, factor]) => ({ term, factor }))
    .toSorted((a, b) => b.factor - a.factor || a.term - b.term);
  const named = namedTerms(terms, prefix, catalogue);
  const values = namedValues(group, catalogue);
  const categories = new Set(named.flatMap(({ term }) => catalogue.namesWith(term).categories));
  const features = new Set(named.flatMap(({ term }) => catalogue.namesWith(term).features));
  return {
    key: keyOf(group),
    terms,
    prefix,
    named: [...namesByFactor(named, catalogue), ...values],
    all: {
      categories: new OrdinalSet([...categories]),
      features: new OrdinalSet([...features]),
      values: values.flatMap((naming) => naming.values),
    },
  };
}

/** Plans a word that must be in the text, or in the displayed names of the equipment. */
export function planOwnWord(spelling: string, term: number, catalogue: Catalogue): GroupPlan {
  const features = new OrdinalSet(catalogue.namesWith(term).ownFeatures);
  const all: NamedOrdinals = { categories: new OrdinalSet([]), features, values: [] };
  return {
    key: OWN_MARK + spelling,
    terms: [{ term, factor: EXACT_FACTOR }],
    prefix: null,
    named: [{ ...all, factor: EXACT_FACTOR }],
    all,
  };
}

function namedValues({ text, variants }: WordGroup, { valueNames }: Catalogue): NamesWithFactor[] {
  const emptySet = new OrdinalSet([]);
  return [{ term: text, factor: EXACT_FACTOR }, ...variants].flatMap(({ term, factor }) => {
    const values = valueNames
      .with(term)
      .map(({ field, ordinals }) => ({ field, ordinals: new OrdinalSet(ordinals) }));
    return values.length === 0
      ? []
      : [{ factor: factor * VALUE_FACTOR, categories: emptySet, features: emptySet, values }];
  });
}

function keyOf({ text, prefix, edits, variants }: WordGroup): string {
  return `${prefix ? '*' : '='}${edits}${text} ${variants.map(({ term }) => term).join(' ')}`;
}

function namedTerms(
  terms: readonly PlannedTerm[],
  prefix: string | null,
  catalogue: Catalogue,
): PlannedTerm[] {
  const named = terms.filter(({ term }) => catalogue.isNamed(term));
  if (prefix === null) return named;
  const factors = new Map(named.map(({ term, factor }) => [term, factor]));
  for (const term of catalogue.namedWithPrefix(prefix)) {
    factors.set(term, Math.max(factors.get(term) ?? 0, PREFIX_FACTOR));
  }
  return [...factors].map(([term, factor]) => ({ term, factor }));
}

function namesByFactor(named: readonly PlannedTerm[], catalogue: Catalogue): NamesWithFactor[] {
  return [...new Set(named.map(({ factor }) => factor))].map((factor) => {
    const names = named
      .filter((planned) => planned.factor === factor)
      .map(({ term }) => catalogue.namesWith(term));
    return {
      factor,
      categories: new OrdinalSet([...new Set(names.flatMap(({ categories }) => categories))]),
      features: new OrdinalSet([...new Set(names.flatMap(({ features }) => features))]),
      values: [],
    };
  });
}
