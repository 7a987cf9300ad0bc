/**
 * Marks vehicles that were listed since the reader last opened the same results. Pages are cached for all readers, so only the
 * browser knows the last visit.
 */

const KEY = 'fw-visits';
const ADDRESSES_MAX = 60;
/** Page loads within this time belong to one visit, so that marks survive a reload and paging. */
const VISIT_MS = 30 * 60_000;
/** Parameters that do not change which vehicles are found. */
const PRESENTATION_PARAMETERS = ['page', 'sort', 'order', 'currency', 'prices', 'all'];

interface Visit {
  readonly address: string;
  /** Time of the last page load at the address. */
  readonly seenMs: number;
  /** Time of the last page load of the previous visit; null on the first visit. */
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

/** Creates a badge, which on a phone has room for one word only. */
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

/** Returns the address of the search, which is the same in all languages and orders and on all pages. */
function addressOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  for (const name of PRESENTATION_PARAMETERS) query.delete(name);
  query.sort();
  return `${pathname.replace(/^\/[a-z]{2}\//, '/')}?${query.toString()}`;
}

/** Returns when the previous visit ended; null if there was none. */
function recordVisit(address: string, nowMs: number): number | null {
  const visits = readVisits();
  const before = visits.find((visit) => visit.address === address);
  const isSame = before !== undefined && nowMs - before.seenMs < VISIT_MS;
  const sinceMs = isSame ? before.sinceMs : (before?.seenMs ?? null);
  const otherVisits = visits.filter((visit) => visit !== before);
  try {
    const recent = [{ address, seenMs: nowMs, sinceMs }, ...otherVisits].slice(0, ADDRESSES_MAX);
    localStorage.setItem(KEY, JSON.stringify(recent));
  } catch {
    // Storage is unavailable: nothing is marked.
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
