import type { ValueField } from '../types.ts';
import { BODIES, KINDS, VEHICLES } from './trade/bodies.ts';
import type { Concept } from './trade/concept.ts';
import { EQUIPMENT } from './trade/equipment.ts';
import { VALUES } from './trade/values.ts';
import { stemOf } from './stem.ts';
import { Names, Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

const CONCEPTS: readonly Concept[] = [...VEHICLES, ...BODIES, ...EQUIPMENT, ...VALUES];

const byField = new Map<ValueField, Names>();

function namesOf(field: ValueField): Names {
  const known = byField.get(field);
  if (known !== undefined) return known;
  const vocabulary = new Vocabulary();
  const kind = field === 'category' ? 'category' : 'equipment';
  for (const { name, values } of tradeNames(field)) vocabulary.add(name, { kind, means: { field, values } });
  const names = new Names([vocabulary]);
  byField.set(field, names);
  return names;
}

/** What the trade calls the values of a field. */
export function tradeNames(
  field: ValueField,
): readonly { readonly name: string; readonly values: readonly string[] }[] {
  return CONCEPTS.flatMap(({ means, words }) =>
    'field' in means && means.field === field && 'values' in means
      ? words.split(',').map((word) => ({ name: word.trim(), values: means.values }))
      : [],
  );
}

/** The values of a field that a text, taken as a whole, is what the trade calls, in singular or plural; most often one. */
export function namedInTrade(field: ValueField, text: string): readonly string[] {
  const keys = wordsOf(text).map(({ key }) => key);
  const senses = keys.length === 0 ? undefined : namesOf(field).named(keys);
  const values = (senses ?? []).flatMap(({ means }) =>
    means !== undefined && 'field' in means ? means.values : [],
  );
  return [...new Set(values)];
}

/** The one category among several that includes the others, where there is one: a tipper is also one that tips three ways. */
export function widestCategory(slugs: readonly string[]): string | undefined {
  if (slugs.length < 2) return slugs[0];
  return slugs.find((slug) => {
    const included = KINDS[slug]?.split(' ') ?? [];
    return slugs.every((other) => included.includes(other));
  });
}

/** A name by which its inflected forms compare equal. */
export function stemmed(name: string): string {
  return wordsOf(name)
    .map(({ key }) => stemOf(key))
    .join('');
}
