import { BODIES } from './trade/bodies.ts';
import { Names, Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

// Separates the name of a vehicle from its equipment: "…, two tanks".
const ENUMERATED = /[,;|+(]/;

let bodies: Names | undefined;

function namesOfBodies(): Names {
  if (bodies) return bodies;
  const vocabulary = new Vocabulary();
  for (const { means, words } of BODIES)
    for (const word of words.split(',')) vocabulary.add(word.trim(), { kind: 'category', means });
  return (bodies = new Names([vocabulary]));
}

/** Returns the subcategory that a title names as a body, among those that `canBe` accepts. */
export function bodyInTitle(title: string, canBe: (slug: string) => boolean): string | undefined {
  const [named = ''] = title.split(ENUMERATED);
  const keys = wordsOf(named).map(({ key }) => key);
  for (let index = 0; index < keys.length; index++) {
    for (const { means } of namesOfBodies().find(keys, index)?.meanings ?? []) {
      const slug = means && 'field' in means ? means.values.find(canBe) : undefined;
      if (slug !== undefined) return slug;
    }
  }
  return undefined;
}
