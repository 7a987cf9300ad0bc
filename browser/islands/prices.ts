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
  const here = new URL(location.href);
  const given = choiceIn(here);
  if (given !== '') {
    write(given);
    return;
  }
  if (chooser.dataset['prices'] === 'own') return;
  const stored = new URLSearchParams(read());
  for (const name of NAMES) {
    const value = stored.get(name);
    if (value !== null && /^\w{1,5}$/.test(value) && !isDefault(name, value))
      here.searchParams.set(name, value);
  }
  // A price bound without a currency is in euros, wherever its link came from.
  const isBound = here.searchParams.has('min_price') || here.searchParams.has('max_price');
  if (choiceIn(here) !== '' && !isBound) location.replace(here);
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
