import type { Names, Meaning } from './vocabulary.ts';

// Splits German and Dutch compounds: "Kühlsattelauflieger" is "Kühl" and "Sattelauflieger".

const MAKE_MIN = 3;
const MODEL_MIN = 2;
const PART_MIN = 3;
const HEAD_MIN = 5;
const WHOLE_MIN = 8;
const JOINTS = ['', 's', 'n', 'en', 'es'];
const KINDS = new Set<Meaning['kind']>(['category', 'equipment', 'adjective']);

/** Returns the meanings of the parts of a compound, without parts that only specify a known one. */
export function partsOfCompound(word: string, names: Names): readonly Meaning[] | undefined {
  const make = splitMake(word, names);
  if (make || word.length < WHOLE_MIN || !/^\p{L}+$/u.test(word)) return make;
  return partSenses(word, names) ?? headOf(word, names);
}

/** Splits a make from its model or vehicle kind: "volvofh", "mantgx", "scaniatruck". */
function splitMake(word: string, names: Names): Meaning[] | undefined {
  for (let index = MAKE_MIN; index <= word.length - MODEL_MIN; index++) {
    const make = names.exactly(word.slice(0, index))?.find(({ kind }) => kind === 'brand');
    if (!make) continue;
    const rest = names.exactly(word.slice(index));
    const model = rest?.find(
      ({ kind, brands }) => kind === 'model' && brands?.some((brand) => isOf(make, brand)),
    );
    const kind = word.length < WHOLE_MIN ? undefined : rest?.find((meaning) => meaning.kind === 'category');
    const meaning = model ?? kind;
    if (meaning) return [make, meaning];
  }
  return undefined;
}

const isOf = ({ means }: Meaning, brand: string): boolean =>
  means !== undefined && 'field' in means && means.values.includes(brand);

function meaningOf(part: string, names: Names): Meaning | undefined {
  return names.named([part])?.find(({ kind }) => KINDS.has(kind));
}

function partSenses(word: string, names: Names): Meaning[] | undefined {
  for (let index = word.length - PART_MIN; index >= PART_MIN; index--) {
    const first = joined(word.slice(0, index), names);
    if (!first) continue;
    const rest = word.slice(index);
    const last = meaningOf(rest, names);
    if (last) return [first, last];
    const followingParts = rest.length > 2 * PART_MIN ? partSenses(rest, names) : undefined;
    if (followingParts) return [first, ...followingParts];
  }
  return undefined;
}

function joined(part: string, names: Names): Meaning | undefined {
  for (const joint of JOINTS) {
    if (!part.endsWith(joint) || part.length - joint.length < PART_MIN) continue;
    const meaning = meaningOf(part.slice(0, part.length - joint.length), names);
    if (meaning) return meaning;
  }
  return undefined;
}

function headOf(word: string, names: Names): Meaning[] | undefined {
  for (let index = PART_MIN; index <= word.length - HEAD_MIN; index++) {
    const head = meaningOf(word.slice(index), names);
    if (head?.kind === 'category') return [head];
  }
  return undefined;
}
