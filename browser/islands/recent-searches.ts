/** Recent searches in this browser, newest first. They are never sent to the server. */

export interface Search {
  readonly text: string;
  /** Path without the language, and query. */
  readonly address: string;
}

const KEY = 'fw-searches';
const SEARCHES_MAX = 8;
const TEXT_MAX = 100;

export function readSearches(): readonly Search[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, SEARCHES_MAX) : [];
  } catch {
    return [];
  }
}

/** Stores a search as the newest one, and removes others with the same text or address. */
export function keepSearch({ text, address }: Search): void {
  const otherSearches = readSearches().filter((other) => other.address !== address && other.text !== text);
  write([{ text: text.slice(0, TEXT_MAX), address }, ...otherSearches].slice(0, SEARCHES_MAX));
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
    // Storage is unavailable: searches are not remembered.
  }
}

function isSearch(value: unknown): value is Search {
  if (typeof value !== 'object' || value === null) return false;
  const { text, address } = value as Record<string, unknown>;
  // The address is appended to the language, so it cannot lead to another host.
  return typeof text === 'string' && typeof address === 'string' && address.startsWith('/');
}
