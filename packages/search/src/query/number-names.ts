// Thousands in words: "sixty thousand", "twenty-five thousand", "fünfzigtausend" (folded: "funfzigtausend").

const EN_UNITS = (
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const EN_TENS = 'ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const DE_UNITS = 'ein zwei drei vier funf sechs sieben acht neun'.split(' ');
const DE_TEENS = 'zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'.split(' ');
const DE_TENS = 'zehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'.split(' ');
const DE_HUNDRED = 'hundert';
const DE_THOUSAND = 'tausend';

const english = new Map<string, number>([
  ...EN_TENS.map((name, at): [string, number] => [name, 10 * (at + 1)]),
  ...EN_UNITS.map((name, at): [string, number] => [name, at + 1]),
]);
const german = new Map<string, number>([
  ...DE_UNITS.map((name, at): [string, number] => [name, at + 1]),
  ...DE_TENS.flatMap((ten, tenAt) => [
    [ten, 10 * (tenAt + 1)] as [string, number],
    ...DE_UNITS.map((unit, at): [string, number] => [`${unit}und${ten}`, 10 * (tenAt + 1) + at + 1]),
  ]),
  ...DE_TEENS.map((name, at): [string, number] => [name, 10 + at]),
]);

export interface NamedNumber {
  value: number;
  /** Number of words read. */
  words: number;
}

export function readThousands(words: readonly string[], at: number): NamedNumber | undefined {
  return readGerman(words[at] ?? '') ?? readEnglish(words, at);
}

function readGerman(word: string): NamedNumber | undefined {
  if (!word.endsWith(DE_THOUSAND)) return undefined;
  const count = word.slice(0, -DE_THOUSAND.length);
  const at = count.indexOf(DE_HUNDRED);
  const [hundreds, rest] = at < 0 ? [null, count] : [count.slice(0, at), count.slice(at + DE_HUNDRED.length)];
  const high = hundreds === null ? 0 : hundreds === '' ? 1 : german.get(hundreds);
  const low = rest === '' ? 0 : german.get(rest);
  if (high === undefined || low === undefined) return undefined;
  return { value: 1000 * Math.max(1, high * 100 + low), words: 1 };
}

// For "a hundred and twenty thousand": the number counts only once "thousand" follows.
function readEnglish(words: readonly string[], at: number): NamedNumber | undefined {
  let count = 0;
  for (let read = 0; at + read < words.length; read++) {
    for (const part of (words[at + read] ?? '').split('-')) {
      const number = english.get(part);
      if (part === 'thousand') return count === 0 ? undefined : { value: 1000 * count, words: read + 1 };
      if (part === 'hundred') count = 100 * Math.max(1, count);
      else if (number !== undefined) count += number;
      else if (!(part === 'and' && count > 0) && !(part === 'a' && read === 0)) return undefined;
    }
  }
  return undefined;
}
