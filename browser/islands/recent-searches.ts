/** What was searched for in this browser, newest first. Nothing of it is sent. */

export interface Search {
  readonly text: string;
  /** Path and query below the language. */
  readonly address: string;
}

const KEY = 'fw-searches';
const MOST = 8;
const TEXT_MAX = 100;

export function readSearches(): readonly Search[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** One of the same words, or to the same place, is replaced. */
export function keepSearch({ text, address }: Search): void {
  const others = readSearches().filter((other) => other.address !== address && other.text !== text);
  write([{ text: text.slice(0, TEXT_MAX), address }, ...others].slice(0, MOST));
}

export function forgetSearch(address: string): void {
  write(readSearches().filter((other) => other.address !== address));
}

export function clearSearches(): void {
  write([]);
}

function write(searches: readonly Search[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // The browser stores nothing.
  }
}

function isSearch(value: unknown): value is Search {
  if (typeof value !== 'object' || value === null) return false;
  const { text, address } = value as Record<string, unknown>;
  // It becomes an address below the language, so of this host only.
  return typeof text === 'string' && typeof address === 'string' && address.startsWith('/');
}
