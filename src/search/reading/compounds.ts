import type { Sense, Vocabulary } from './vocabulary.ts';

// German and Dutch write several names as one word: "Kühlsattelauflieger" is "Kühl" and "Sattelauflieger".

const PART_MIN = 3;
const HEAD_MIN = 5;
const WHOLE_MIN = 8;
const JOINTS = ['', 's', 'n', 'en', 'es'];
const KINDS = new Set<Sense['kind']>(['category', 'equipment', 'adjective']);

/** The senses of the parts of a compound; what only says which kind of a known thing is left out. */
export function partsOfCompound(word: string, vocabulary: Vocabulary): readonly Sense[] | undefined {
  if (word.length < WHOLE_MIN || !/^\p{L}+$/u.test(word)) return undefined;
  return known(word, vocabulary) ?? headOf(word, vocabulary);
}

function senseOf(part: string, vocabulary: Vocabulary): Sense | undefined {
  return vocabulary.named([part])?.find(({ kind }) => KINDS.has(kind));
}

function known(word: string, vocabulary: Vocabulary): Sense[] | undefined {
  for (let at = word.length - PART_MIN; at >= PART_MIN; at--) {
    const first = joined(word.slice(0, at), vocabulary);
    if (!first) continue;
    const rest = word.slice(at);
    const last = senseOf(rest, vocabulary);
    if (last) return [first, last];
    const more = rest.length > 2 * PART_MIN ? known(rest, vocabulary) : undefined;
    if (more) return [first, ...more];
  }
  return undefined;
}

function joined(part: string, vocabulary: Vocabulary): Sense | undefined {
  for (const joint of JOINTS) {
    if (!part.endsWith(joint) || part.length - joint.length < PART_MIN) continue;
    const sense = senseOf(part.slice(0, part.length - joint.length), vocabulary);
    if (sense) return sense;
  }
  return undefined;
}

function headOf(word: string, vocabulary: Vocabulary): Sense[] | undefined {
  for (let at = PART_MIN; at <= word.length - HEAD_MIN; at++) {
    const head = senseOf(word.slice(at), vocabulary);
    if (head?.kind === 'category') return [head];
  }
  return undefined;
}
