/**
 * Hearts: show which vehicles are favorites, and add and remove them without leaving the page. A guest's favorites are stored in
 * the browser and merged into the account after the sign-in.
 */

const HEADERS = { 'content-type': 'application/json', 'x-fw-client': 'web' };
const GUEST_KEY = 'fw-favorites';
/** The favorites of the account, cached for one visit. */
const OWN_KEY = 'fw-own-favorites';
/** Favorites that one request merges into the account. */
const GUEST_MAX = 50;
const OWN_KEPT_MS = 10 * 60_000;
const COUNT_MAX = 99;
const OK_ANYWAY = new Set([404, 409]);

let ids = new Set<string>();
let total = 0;
let loaded = Promise.resolve();

export function start(page: HTMLElement): void {
  page.addEventListener('click', (event) => {
    const heart = (event.target as Element).closest<HTMLElement>('button[data-favorite]');
    if (heart !== null) void toggle(heart, event);
  });
  page.addEventListener('submit', (event) => {
    const form = event.target as HTMLElement;
    if (form.matches('form[data-favorite]')) void toggle(form, event);
  });
  document.addEventListener('fw-results', show);
  const reload = (): void => {
    loaded = load();
  };
  addEventListener('storage', reload);
  addEventListener('pageshow', (event) => {
    if (event.persisted) reload();
  });
  reload();
}

const isSignedIn = (): boolean => document.cookie.split('; ').includes('fw-in=1');

async function load(): Promise<void> {
  if (!isSignedIn()) {
    write(sessionStorage, OWN_KEY, null);
    setIds(readGuest());
    return;
  }
  const guest = readGuest();
  const cached = guest.length === 0 ? readOwn() : null;
  if (cached !== null) {
    setIds(cached.ids, cached.total);
    return;
  }
  if (guest.length > 0) {
    const merged = await call('POST', '/merge', { listingIds: guest });
    if (merged?.ok === true) {
      write(localStorage, GUEST_KEY, null);
      // The list was rendered before the favorites were merged into the account.
      if (isListed()) location.reload();
    }
  }
  const response = await call('GET', '/ids');
  if (response?.ok !== true) {
    setIds(guest);
    return;
  }
  const { data } = (await response.json()) as { data: { listingIds: string[]; total: number } };
  setIds(data.listingIds, data.total);
  remember();
}

async function toggle(heart: HTMLElement, event: Event): Promise<void> {
  event.preventDefault();
  // Wait for the list that is loading; its response would undo the click.
  await loaded;
  const id = heart.dataset['favorite'] ?? '';
  const isAdded = !ids.has(id);
  change(id, isAdded);
  if (!isSignedIn()) {
    write(localStorage, GUEST_KEY, [...ids].slice(-GUEST_MAX));
    return;
  }
  // Store before the response arrives, because the user may leave the page first.
  remember();
  const response = isAdded
    ? await call('POST', '', { listingId: id })
    : await call('DELETE', `/${encodeURIComponent(id)}`);
  if (response !== null && (response.ok || OK_ANYWAY.has(response.status))) return;
  change(id, !isAdded);
  remember();
}

function change(id: string, isAdded: boolean): void {
  const next = new Set(ids);
  if (isAdded) next.add(id);
  else next.delete(id);
  setIds(next, total + next.size - ids.size);
}

function setIds(next: Iterable<string>, count?: number): void {
  ids = new Set(next);
  total = count ?? ids.size;
  show();
}

function show(): void {
  for (const heart of document.querySelectorAll<HTMLElement>('[data-favorite]')) {
    const button = heart.matches('button') ? heart : heart.querySelector('button');
    button?.setAttribute('aria-pressed', String(ids.has(heart.dataset['favorite'] ?? '')));
  }
  for (const mark of document.querySelectorAll<HTMLElement>('[data-count=favorites]')) {
    mark.textContent = total > COUNT_MAX ? `${COUNT_MAX}+` : String(total);
    mark.hidden = total === 0;
  }
}

function call(method: string, path: string, body?: unknown): Promise<Response | null> {
  return fetch(`/web/api/favorites${path}`, {
    method,
    // The reader may leave the page right after the click.
    keepalive: true,
    headers: body === undefined ? { 'x-fw-client': 'web' } : HEADERS,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
}

function remember(): void {
  write(sessionStorage, OWN_KEY, { ids: [...ids], total, at: Date.now() });
}

/** Removes favorites that are no longer live. The page has just reported their number, and reports it only once. */
export function forgetGone(gone: readonly string[]): void {
  const remaining = readGuest().filter((id) => !gone.includes(id));
  write(localStorage, GUEST_KEY, remaining.length === 0 ? null : remaining);
  setIds(remaining);
}

const isListed = (): boolean => location.pathname.endsWith('/favorites');

/** Returns null on the favorites page, which changes favorites without this script. */
function readOwn(): { readonly ids: string[]; readonly total: number } | null {
  if (isListed()) return null;
  const stored = read(sessionStorage, OWN_KEY) as { ids: string[]; total: number; at: number } | null;
  return stored !== null && Array.isArray(stored.ids) && Date.now() - stored.at < OWN_KEPT_MS ? stored : null;
}

export function readGuest(): string[] {
  const stored = read(localStorage, GUEST_KEY);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(-GUEST_MAX) : [];
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is unavailable: the hearts last as long as the page.
  }
}
