/**
 * Remembers the reader's currency and price basis in a cookie, which pages of one user read. Public pages are cached for all
 * readers, so their URLs contain both.
 */

const COOKIE = 'fw-prices';
const KEPT_SECONDS = 365 * 24 * 60 * 60;
const NAMES = ['currency', 'prices'] as const;

export function start(chooser: HTMLElement): void {
  chooser.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (link !== null) write(choiceIn(new URL(link.href)));
  });
  const url = new URL(location.href);
  const requested = choiceIn(url);
  if (requested !== '') {
    write(requested);
    return;
  }
  if (chooser.dataset['prices'] === 'own') return;
  const stored = new URLSearchParams(read());
  for (const name of NAMES) {
    const value = stored.get(name);
    if (value !== null && /^\w{1,5}$/.test(value) && !isDefault(name, value))
      url.searchParams.set(name, value);
  }
  // Do not add a currency to a price bound: without one, the bound is in euros.
  const isBound = url.searchParams.has('min_price') || url.searchParams.has('max_price');
  if (choiceIn(url) !== '' && !isBound) location.replace(url);
}

const isDefault = (name: string, value: string): boolean => value === (name === 'currency' ? 'EUR' : 'asked');

function choiceIn({ searchParams }: URL): string {
  const chosen = new URLSearchParams();
  for (const name of NAMES) {
    const value = searchParams.get(name);
    if (value !== null) chosen.set(name, value);
  }
  return chosen.toString();
}

function read(): string {
  return new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}

function write(choice: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${choice}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
}
