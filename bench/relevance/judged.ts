/** Searches with the intent written as properties of listings; nothing here comes from the engine. */

/** Properties that judgments refer to, one flat record per listing. */
export interface JudgedListing {
  readonly id: string;
  readonly title: string;
  readonly [property: string]: unknown;
}

type WantedProperties = Readonly<Record<string, unknown>>;

export interface JudgedQuery {
  /** Its kind, and the language it is in. */
  readonly c: string;
  readonly l: string;
  readonly q: string;
  /** The intent, and acceptable alternatives. */
  readonly truth: WantedProperties;
  readonly ok?: WantedProperties;
  /** `none`: nothing of the kind is offered. `either`: one of several things, so that not all need be found. */
  readonly expect?: 'none' | 'either';
}

export interface JudgedFile {
  /** Lists of values that conditions name by `@`. */
  readonly sets: Readonly<Record<string, readonly string[]>>;
  readonly queries: readonly JudgedQuery[];
}

/** A query with its relevant and its acceptable listings. */
export interface Judgment {
  readonly query: JudgedQuery;
  readonly relevant: ReadonlySet<string>;
  readonly accepted: ReadonlySet<string>;
}

export function judgmentsOf({ sets, queries }: JudgedFile, listings: readonly JudgedListing[]): Judgment[] {
  // Skips queries with placeholders, which are filled from listings of other data.
  const completeQueries = queries.filter(({ q }) => !q.includes('{'));
  return completeQueries.map((query) => {
    const idsOf = (wanted: WantedProperties) =>
      listings.filter((listing) => meets(listing, wanted, sets)).map(({ id }) => id);
    const relevant = new Set(idsOf(query.truth));
    const accepted = new Set(query.ok ? idsOf(query.ok).filter((id) => !relevant.has(id)) : []);
    // If no listing matches the intent, the acceptable ones should be found.
    const isNextBest = relevant.size === 0 && query.expect !== 'none' && accepted.size > 0;
    return isNextBest ? { query, relevant: accepted, accepted: new Set() } : { query, relevant, accepted };
  });
}

function meets(listing: JudgedListing, wanted: WantedProperties, sets: JudgedFile['sets']): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    if (name.startsWith('!')) return !isMet(listing, name.slice(1), value, sets);
    return isMet(listing, name, value, sets);
  });
}

function isMet(listing: JudgedListing, name: string, wanted: unknown, sets: JudgedFile['sets']): boolean {
  if (name === 'any')
    return (wanted as WantedProperties[]).some((alternative) => meets(listing, alternative, sets));
  if (name === 'near') return isNear(listing, wanted as Circle);
  if (name === 'feats')
    return (wanted as string[]).every((code) => (listing['feats'] as string[]).includes(code));
  if (name.endsWith('~')) return new RegExp(wanted as string, 'i').test(textOf(listing[name.slice(0, -1)]));
  const value = listing[name];
  if (value === null || value === undefined) return false;
  if (typeof wanted === 'string' && wanted.startsWith('@'))
    return (sets[wanted.slice(1)] ?? []).includes(textOf(value));
  if (Array.isArray(wanted)) return wanted.includes(value);
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  const { min = -Infinity, max = Infinity } = wanted as { min?: number; max?: number };
  return Number(value) >= min && Number(value) <= max;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Circle {
  readonly lat: number;
  readonly lng: number;
  readonly km: number;
}

const EARTH_KM = 6371;

function isNear({ lat, lng }: JudgedListing, circle: Circle): boolean {
  if (typeof lat !== 'number' || typeof lng !== 'number') return false;
  const [a, b, turn] = [lat, circle.lat, lng - circle.lng].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn);
  return EARTH_KM * Math.acos(Math.min(1, cosine)) <= circle.km;
}

/** Results of an engine: the first ten, the ten cheapest, and all. */
export interface SearchResults {
  readonly ranked: readonly string[];
  readonly cheapest: readonly string[];
  readonly all: readonly string[];
  readonly ms: number;
}

export interface Figures {
  readonly p10: number;
  readonly ndcg: number;
  readonly precision: number;
  readonly recall: number | undefined;
  readonly cheapest: number;
  readonly nothing: number;
}

const FIRST = 10;

export function figuresOf({ query, relevant, accepted }: Judgment, answered: SearchResults): Figures {
  const { ranked, cheapest, all } = answered;
  if (query.expect === 'none') {
    const fair = all.length === 0 ? 1 : 0;
    return { p10: fair, ndcg: fair, precision: fair, recall: undefined, cheapest: fair, nothing: 0 };
  }
  const gain = (id: string): number => (relevant.has(id) ? 3 : accepted.has(id) ? 1 : 0);
  const best = [
    ...Array<number>(Math.min(FIRST, relevant.size)).fill(3),
    ...Array<number>(Math.min(FIRST, accepted.size)).fill(1),
  ];
  const hits = all.filter((id) => relevant.has(id)).length;
  return {
    p10: ranked.filter((id) => relevant.has(id)).length / Math.max(1, Math.min(FIRST, relevant.size)),
    ndcg: discounted(ranked.map(gain)) / Math.max(Number.EPSILON, discounted(best.slice(0, FIRST))),
    precision: share(hits, all.length),
    recall: query.expect === 'either' ? undefined : share(hits, relevant.size),
    cheapest: share(cheapest.filter((id) => relevant.has(id)).length, cheapest.length),
    nothing: all.length === 0 ? 1 : 0,
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
