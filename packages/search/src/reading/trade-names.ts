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

/** Returns the names of a field's values in the trade. */
export function tradeNames(
  field: ValueField,
): readonly { readonly name: string; readonly values: readonly string[] }[] {
  return CONCEPTS.flatMap(({ means, words }) =>
    'field' in means && means.field === field && 'values' in means
      ? words.split(',').map((word) => ({ name: word.trim(), values: means.values }))
      : [],
  );
}

/**
 * Returns the values of a field for which the whole text is a trade name, singular or plural; usually one.
 */
export function valuesOfTradeName(field: ValueField, text: string): readonly string[] {
  const keys = wordsOf(text).map(({ key }) => key);
  const meanings = keys.length === 0 ? undefined : namesOf(field).named(keys);
  const values = (meanings ?? []).flatMap(({ means }) =>
    means !== undefined && 'field' in means ? means.values : [],
  );
  return [...new Set(values)];
}

/** Returns the category that includes all others, if there is one: a tipper includes a three-way tipper. */
export function widestCategory(slugs: readonly string[]): string | undefined {
  if (slugs.length < 2) return slugs[0];
  return slugs.find((slug) => {
    const included = KINDS[slug]?.split(' ') ?? [];
    return slugs.every((other) => included.includes(other));
  });
}

/** Returns the form of a name under which its inflections compare equal. */
export function stemmed(name: string): string {
  return wordsOf(name)
    .map(({ key }) => stemOf(key))
    .join('');
}
