/** Marks the vehicles that were listed since the reader last looked at the same results. Pages are kept for everyone, so only the browser knows. */

const KEY = 'fw-visits';
const ADDRESSES_MAX = 60;
/** Pages that are loaded within this time are one visit, so that the marks outlast the next page and a reload. */
const VISIT_MS = 30 * 60_000;
/** Choices that do not change which vehicles are found. */
const NOT_SEARCHED = ['page', 'sort', 'order', 'currency', 'prices', 'all'];

interface Visit {
  readonly address: string;
  /** When a page of the address was last loaded. */
  readonly seenMs: number;
  /** The same for the visit before; null at the first one. */
  readonly sinceMs: number | null;
}

export function start(section: HTMLElement): void {
  mark(section);
  if (section.dataset['results'] !== undefined) document.addEventListener('fw-results', () => mark(section));
}

function mark(section: HTMLElement): void {
  const sinceMs = recordVisit(addressOf(location), Date.now());
  if (sinceMs === null) return;
  const fresh = [...section.querySelectorAll<HTMLElement>('[data-published]')].filter(
    ({ dataset }) => Number(dataset['published']) * 1000 > sinceMs,
  );
  for (const card of fresh) card.querySelector('.card-shot')?.append(badgeOf(section.dataset));
  const { newCount } = section.dataset;
  if (fresh.length > 0 && newCount !== undefined)
    section
      .querySelector('.total')
      ?.append(spanOf('since-count', ` · ${newCount.replace('{count}', String(fresh.length))}`));
}

/** A phone has room for one word. */
function badgeOf({ newFull = '', newShort = '' }: DOMStringMap): HTMLElement {
  const badge = spanOf('on-picture since', '');
  badge.append(spanOf('wide-only', newFull), spanOf('phone', newShort));
  return badge;
}

function spanOf(className: string, text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}

/** The same search has one address in all languages and orders, and on all pages. */
function addressOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  for (const name of NOT_SEARCHED) query.delete(name);
  query.sort();
  return `${pathname.replace(/^\/[a-z]{2}\//, '/')}?${query.toString()}`;
}

/** Returns when the visit before this one ended; null without one. */
function recordVisit(address: string, nowMs: number): number | null {
  const visits = readVisits();
  const before = visits.find((visit) => visit.address === address);
  const isSame = before !== undefined && nowMs - before.seenMs < VISIT_MS;
  const sinceMs = isSame ? before.sinceMs : (before?.seenMs ?? null);
  const others = visits.filter((visit) => visit !== before);
  try {
    const kept = [{ address, seenMs: nowMs, sinceMs }, ...others].slice(0, ADDRESSES_MAX);
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The browser stores nothing.
  }
  return sinceMs;
}

function readVisits(): readonly Visit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isVisit) : [];
  } catch {
    return [];
  }
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false;
  const { address, seenMs, sinceMs } = value as Record<string, unknown>;
  return (
    typeof address === 'string' &&
    typeof seenMs === 'number' &&
    (sinceMs === null || typeof sinceMs === 'number')
  );
}
