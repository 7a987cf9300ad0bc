import type { SearchDocument, Suggestion } from '@fifthwheel/search';

// A second, simple definition of what words, names and numbers mean in a search. It uses nothing of the
// engine. Its lists contain what the generators use.

// Texts.

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', '×': 'x', ø: 'o', æ: 'ae' };

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßł×øæ]/g, (letter) => LETTERS[letter] ?? letter);

export const placeKey = (name: string): string => fold(name).split(/[^\p{L}\p{N}]+/u).filter(Boolean).join(' '); // prettier-ignore
export const modelKey = (name: string): string => fold(name).replace(/[^\p{L}\p{N}+]/gu, '');

/** Number of edits from one word to another; swapping adjacent letters is one. */
function editsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 0; column <= b.length; column++) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const ways = [cell(row - 1, column) + 1, cell(row, column - 1) + 1, cell(row - 1, column - 1) + same];
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        ways.push(cell(row - 2, column - 2) + 1);
      (rows[row] as number[])[column] = Math.min(...ways);
    }
  }
  return cell(a.length, b.length);
}

// Words.

const FUNCTION_WORDS = ['with', 'the', 'van'];
const UNITS = ['ps'];
const SHORT_BRANDS = ['man', 'mb'];
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  mb: ['mercedes'],
  merc: ['mercedes'],
  kipper: ['tipper'],
  semi: ['semitrailer', 'semitrailers'],
};

interface Atom {
  text: string;
  kind: 'letters' | 'digits' | 'axle';
  before: 'nothing' | 'mark' | 'blank' | 'else';
}

/** Splits into runs of letters or of digits, and axle formulas. */
function atomsOf(text: string): Atom[] {
  const folded = fold(text);
  let end = 0;
  const found = folded.matchAll(/(?<![\p{L}\p{Nd}])(\d{1,2})(?:x|\s+x\s+)(\d)(?!\p{Nd})|\p{L}+|\p{Nd}+/gu);
  return Array.from(found, (match, number) => {
    const between = folded.slice(end, match.index);
    end = match.index + match[0].length;
    const isAxle = match[1] !== undefined;
    return {
      text: isAxle ? `${match[1]}x${match[2]}` : match[0],
      kind: isAxle ? 'axle' : /\d/.test(match[0]) ? 'digits' : 'letters',
      before: number === 0 ? 'else' : gapOf(between),
    };
  });
}

function gapOf(between: string): Atom['before'] {
  if (between === '') return 'nothing';
  if (/^\s+$/.test(between)) return 'blank';
  return /^[.,\-/_'’‐–]$/.test(between) ? 'mark' : 'else';
}

const opensCode = (letters: string): boolean =>
  letters.length <= 3 && ![...FUNCTION_WORDS, ...UNITS, ...SHORT_BRANDS].includes(letters);

function isCodePair(left: Atom, right: Atom): boolean {
  if (right.before === 'else' || left.kind === 'axle' || right.kind === 'axle') return false;
  if (left.kind === right.kind) return right.before === 'mark';
  const [letters, digits] = left.kind === 'letters' ? [left, right] : [right, left];
  return digits.text.length <= 5 && opensCode(letters.text);
}

/** Groups adjacent atoms into runs. */
function runsOf(atoms: readonly Atom[]): Atom[][] {
  const runs: Atom[][] = [];
  for (const atom of atoms) {
    if (atom.before === 'nothing' && runs.length > 0) runs.at(-1)?.push(atom);
    else runs.push([atom]);
  }
  return runs;
}

const joined = (atoms: readonly Atom[]): string => atoms.map(({ text }) => text).join('');

/** Returns all tokens of a text, including duplicates: words, runs, and pairs that read as one code. */
function tokensOf(text: string | null | undefined): string[] {
  const atoms = atomsOf(text ?? '');
  const runs = runsOf(atoms);
  const isWholeRun = (pair: readonly Atom[]) =>
    runs.some((run) => run.length === 2 && run[0] === pair[0] && run[1] === pair[1]);
  const pairs = atoms.slice(1).map((right, index): [Atom, Atom] => [atoms[index] as Atom, right]);
  return [
    ...atoms.map((atom) => atom.text).filter((word) => !FUNCTION_WORDS.includes(word)),
    ...runs.filter((run) => run.length > 1).map(joined),
    ...pairs.filter((pair) => isCodePair(...pair) && !isWholeRun(pair)).map(joined),
    ...Array.from(
      fold(text ?? '').matchAll(/(?:^|[^\p{L}\p{N}])(\p{L}{1,4}\+)(?![\p{L}\p{N}+])/gu),
      ([, name = '']) => name,
    ),
  ];
}

const hasDigit = (token: string): boolean => /\d/.test(token);
const asCode = (token: string): string => `#${token}`;

/** Returns the words of a document with their weights. */
export function termsOf({
  title,
  brand,
  model,
  variant,
  parts,
  description,
}: SearchDocument): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (tokens: readonly string[], weight: number) => {
    for (const token of tokens) weights.set(token, (weights.get(token) ?? 0) + weight);
  };
  const [titleTokens, descriptionTokens] = [tokensOf(title), tokensOf(description)];
  add(titleTokens, 4 / (0.5 + (0.5 * titleTokens.length) / 8));
  // A code in the name of the vehicle also counts as a code term.
  add(titleTokens.filter(hasDigit).map(asCode), 4 / (0.5 + (0.5 * titleTokens.length) / 8));
  for (const text of [brand?.name, brand?.slug, model, variant, parts]) {
    add(tokensOf(text), 3);
    add(tokensOf(text).filter(hasDigit).map(asCode), 3);
  }
  const isVan = (text: string | null | undefined) =>
    /(?<![\p{L}\p{N}])van(?![\p{L}\p{N}])/iu.test(text ?? '');
  if ([title, brand?.name, brand?.slug, model, variant, parts].some(isVan)) weights.set('#van', 1);
  add(descriptionTokens, 1 / (0.25 + (0.75 * descriptionTokens.length) / 60));
  for (const [token, weight] of weights)
    weights.set(token, Math.min(255, Math.max(1, Math.round(weight * 16))) / 16);
  return weights;
}

/** Returns the words in the names of a document's category and features. */
export function nameTermsOf(document: SearchDocument): Set<string> {
  const { category, subcategory, categoryTexts, featureTexts } = document;
  const names = [category.name, category.slug, subcategory?.name, subcategory?.slug, ...categoryTexts];
  return new Set([...[...names, ...featureTexts.flat()].flatMap(tokensOf), ...equipmentTermsOf(document)]);
}

/** Returns the words in the displayed names of the equipment. */
export function equipmentTermsOf({ features, featureTexts }: SearchDocument): Set<string> {
  const names = features.flatMap((code, index) => [code.replaceAll('_', ' '), featureTexts[index]?.[0]]);
  return new Set(names.flatMap(tokensOf));
}

const VALUE_WORDS: Readonly<Record<string, readonly string[]>> = {
  diesel: ['diesel'],
  electric: ['electric', 'elektro'],
  manual: ['manual'],
  automatic: ['automatic', 'automatik'],
  semi_automatic: ['semiautomatic'],
  euro5: ['euro5'],
  euro6: ['euro6'],
  euro6d: ['euro6', 'euro6d'],
  euro6e: ['euro6', 'euro6e'],
  new: ['new', 'neu'],
  used: ['used'],
  DE: ['germany'],
  PL: ['polen'],
};

/** Returns the words for a document's values. */
export function valueWordsOf(document: SearchDocument): Set<string> {
  const { country, region, city } = document;
  const { fuelType, transmission, euroStandard, condition } = document.values;
  const values = [fuelType, transmission, euroStandard, condition, country];
  const slugs = [document.category, document.subcategory].map(
    (category) => category?.slug.replaceAll('-', '') ?? '',
  );
  const places = [region, city].map((place) => placeKey(place ?? '')).filter((key) => !key.includes(' '));
  const all = [
    ...values.flatMap((value) => VALUE_WORDS[value ?? ''] ?? []),
    ...slugs.flatMap((slug) => [slug, slug.replace(/s$/, '')]),
    ...places,
  ];
  return new Set(all.filter((word) => word !== ''));
}

// Queries.

export interface Group {
  text: string;
  prefix: boolean;
  variants: readonly { term: string; factor: number }[];
  edits: number;
}

interface Word {
  /** One word, or the parts of a code. */
  parts: readonly string[];
  isCode: boolean;
  prefix: boolean;
}

function queryWords(text: string, isWhole: boolean): Word[] {
  const words: Word[] = [];
  const add = (atoms: readonly Atom[], isCode: boolean) =>
    words.push({ parts: atoms.map((atom) => atom.text), isCode, prefix: false });
  const runs = runsOf(atomsOf(text));
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as Atom[];
    const [first, second] = run as [Atom, Atom | undefined];
    if (run.length > 1) {
      const isPlain = run.length === 2 && (first.kind === 'letters' ? first.text.length > 3 : UNITS.includes(second?.text ?? '')); // prettier-ignore
      if (isPlain) for (const atom of run) add([atom], false);
      else add(run, true);
      continue;
    }
    const [next, afterNext] = [runs[index + 1], runs[index + 2]];
    if (next?.length === 1 && bindsTo(first, next[0] as Atom, afterNext?.[0])) {
      add([first, next[0] as Atom], true);
      index++;
    } else add(run, false);
  }
  const requiredWords = words.filter(
    ({ isCode, parts }) => isCode || !['with', 'the'].includes(parts[0] ?? ''),
  );
  const chosen = requiredWords.length > 0 ? requiredWords : words;
  const last = chosen.at(-1);
  if (last && !isWhole) last.prefix = last.parts.join('').length >= 3;
  return chosen;
}

/** Whether a separate number belongs to what precedes it. */
function bindsTo(first: Atom, number: Atom, next: Atom | undefined): boolean {
  if (number.kind !== 'digits') return false;
  if (first.kind === 'digits') return number.before === 'mark';
  if (first.kind !== 'letters' || number.before === 'else' || !opensCode(first.text)) return false;
  return !(next?.kind === 'digits' && next.before === 'mark');
}

const isLetters = (word: string): boolean => /^\p{L}+$/u.test(word);
const aliasesOf = (word: string): readonly string[] => (Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? []) : []); // prettier-ignore

/** Returns the compounds of two adjacent words. */
function compoundsOf(word: Word | undefined, next: Word | undefined): string[] {
  if (!word || !next || word.isCode || next.isCode) return [];
  const [left = '', right = ''] = [word.parts[0], next.parts[0]];
  if (left.length < 3 || !isLetters(left)) return [];
  if (!isLetters(right)) return [left + right];
  return right.length < 3 ? [] : [left + right, `${left}${right}s`, ...aliasesOf(left + right)];
}

function wordGroup(text: string, prefix: boolean, compounds: readonly string[] = []): Group {
  const plurals = text.length >= 4 && isLetters(text) ? [`${text}s`, ...(text.endsWith('s') ? [text.slice(0, -1)] : [])] : []; // prettier-ignore
  return {
    text,
    prefix,
    variants: [
      ...[...aliasesOf(text), ...plurals].map((term) => ({ term, factor: 0.95 })),
      ...compounds.map((term) => ({ term, factor: 1.5 })),
    ],
    edits: 0,
  };
}

const codeGroup = ({ parts, prefix }: Word): Group => ({
  text: parts.join(''),
  prefix,
  variants: aliasesOf(parts.join('')).map((term) => ({ term, factor: 0.95 })),
  edits: 0,
});

/**
 * Returns the groups of a text. `count` returns how many documents match a group; without it the text is
 * matched strictly.
 */
export function groupsOf(
  text: string,
  count: ((group: Group) => number) | null,
  { isWhole = false } = {},
): Group[] {
  const words = queryWords(text, isWhole);
  const pairs = words.map((word, index) => compoundsOf(word, words[index + 1]));
  const forgiving = (group: Group): Group => {
    const edits = /\d/.test(group.text) || group.text.length < 5 ? 0 : group.text.length < 9 ? 1 : 2;
    return count !== null && edits > 0 && count(group) < 5 ? { ...group, edits } : group;
  };
  return words.flatMap((word, index) => {
    const { parts, prefix } = word;
    if (!word.isCode)
      return [
        forgiving(wordGroup(parts[0] ?? '', prefix, [...(pairs[index - 1] ?? []), ...(pairs[index] ?? [])])),
      ];
    const whole = codeGroup(word);
    if (count === null || count(whole) > 0) return [whole];
    return parts.map((part, place) =>
      forgiving(wordGroup(part, prefix && place === parts.length - 1 && part.length >= 3)),
    );
  });
}

/** Returns the group of a code that must be in the name of the vehicle. */
export const groupOfCode = (code: string): Group => ({
  text: asCode(fold(code)),
  prefix: false,
  variants: [],
  edits: 0,
});

/** Returns the share of a term's weight that counts towards a group; 0 if it is not one of its spellings. */
export function spellingFactor(group: Group, term: string): number {
  const exact = [{ term: group.text, factor: 1 }, ...group.variants];
  const factor = Math.max(
    0,
    ...exact.filter((spelling) => spelling.term === term).map((spelling) => spelling.factor),
  );
  if (group.prefix && factor < 0.8 && term.startsWith(group.text)) return 0.8;
  if (factor > 0 || group.edits === 0 || /\p{Nd}/u.test(term)) return factor;
  const edits = editsBetween(group.text, term);
  return edits > group.edits ? 0 : ([1, 0.5, 0.3][edits] ?? 0);
}

export const NAME_WEIGHT = 2;
export const VALUE_FACTOR = 1.5;
/** Each further mention of a word counts less than the previous one. */
export const saturated = (weight: number): number => weight / (1.2 + weight);
export const rarity = (matches: number, documents: number): number =>
  Math.log(1 + (documents - matches + 0.5) / (matches + 0.5));

const DAY_MS = 86_400_000;
const FRESHNESS = [[1, 0.15], [3, 0.12], [7, 0.09], [14, 0.06], [30, 0.04], [90, 0.02]] as const; // prettier-ignore

/** Returns the boost that orders documents with equally good matches. */
export function boostOf(document: SearchDocument, rankedAtMs: number): number {
  const ageMs = rankedAtMs - document.publishedAtMs;
  const fresh = FRESHNESS.find(([days]) => ageMs <= days * DAY_MS)?.[1] ?? 0;
  const completeness = (0.08 * Math.round(document.completeness * 100)) / 100;
  return 1 + fresh + (document.featured ? 0.1 : 0) + (document.sellerVerified ? 0.05 : 0) + completeness;
}

export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

export function distanceKm(latA: number, lngA: number, latB: number, lngB: number): number {
  const radians = Math.PI / 180;
  const [lat, lng] = [Math.sin(((latB - latA) * radians) / 2), Math.sin(((lngB - lngA) * radians) / 2)];
  const haversine = lat * lat + Math.cos(latA * radians) * Math.cos(latB * radians) * lng * lng;
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

// Suggestions.

export interface Candidate {
  suggestion: Suggestion;
  own: readonly string[];
  ofBrand: readonly string[];
  names: readonly string[];
  brandName: string;
  key: string;
  count: number;
}

interface NamedBrand {
  slug: string;
  name: string;
}

const BRAND_ALIASES: Readonly<Record<string, readonly string[]>> = {
  'mercedes-benz': ['mb', 'merc', 'benz', 'daimler'],
};

export const typedWords = (text: string): string[] => fold(text).match(/\p{L}+|\p{Nd}+/gu) ?? [];
const compact = (text: string): string => typedWords(text).join('');
const brandAliases = ({ slug }: NamedBrand): readonly string[] => BRAND_ALIASES[slug] ?? [];
const brandWords = (brand: NamedBrand): string[] => [...typedWords(brand.name), ...typedWords(brand.slug), ...brandAliases(brand)]; // prettier-ignore

export const brandCandidate = (brand: NamedBrand, count: number): Candidate => ({
  suggestion: { type: 'brand', value: brand.name, slug: brand.slug },
  own: brandWords(brand),
  ofBrand: [],
  names: [compact(brand.name), compact(brand.slug), ...brandAliases(brand)],
  brandName: '',
  key: brand.slug,
  count,
});

export const modelCandidate = (value: string, brand: NamedBrand, count: number): Candidate => ({
  suggestion: { type: 'model', value, brand: brand.slug },
  own: [...typedWords(value), compact(value)],
  ofBrand: brandWords(brand),
  names: [compact(value)],
  brandName: compact(brand.name),
  key: `${modelKey(value)} ${brand.slug}`,
  count,
});

/** 0 for the same name, 1 and 2 for prefixes, 3 with a typo; null for another name. */
export function nearnessOf({ own, ofBrand, names, brandName }: Candidate, typed: string): number | null {
  const words = typedWords(typed);
  const whole = words.join('');
  if (words.length === 0) return null;
  if (names.includes(whole)) return 0;
  const begins = (beginning: string) => names.some((name) => name.startsWith(beginning));
  if (begins(whole)) return 1;
  if (brandName !== '' && whole === brandName) return 2;
  if (brandName !== '' && whole.startsWith(brandName) && begins(whole.slice(brandName.length))) return 1;
  const inOwn = words.map((word) => wordNearness(word, own));
  const inBrand = words.map((word) => wordNearness(word, ofBrand));
  const worst = Math.max(2, ...words.map((_, index) => Math.min(inOwn[index] ?? 4, inBrand[index] ?? 4)));
  return worst > 3 || inOwn.every((nearness) => nearness > 3) ? null : worst;
}

function wordNearness(typed: string, words: readonly string[]): number {
  if (words.some((word) => word.startsWith(typed))) return 2;
  if (typed.length < 4 || /\d/.test(typed)) return 4;
  const lengths = [typed.length - 1, typed.length, typed.length + 1];
  const isNear = (word: string) =>
    lengths.some((length) => length <= word.length && editsBetween(typed, word.slice(0, length)) <= 1);
  return words.some(isNear) ? 3 : 4;
}
