/** Estimates a delivery without leaving the page, and remembers the place for the next vehicle. */

const KEY = 'fw-delivery-to';
const SELECTOR = '[data-delivery]';

export function start(box: HTMLElement): void {
  listen(box);
  const given = new URL(location.href).searchParams.get('to');
  if (given !== null) {
    if (!isRefused(box)) write(given);
    return;
  }
  const stored = read();
  if (stored !== '') void fill(box, stored, { isAsked: false });
}

function listen(box: HTMLElement): void {
  const form = box.querySelector('form');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void fill(box, form.querySelector<HTMLInputElement>('[name=to]')?.value.trim() ?? '', { isAsked: true });
  });
}

/** The box is the one of the page with the place in its address, as it is without a script. */
async function fill(box: HTMLElement, place: string, { isAsked }: { isAsked: boolean }): Promise<void> {
  const address = new URL(location.href);
  address.hash = '';
  address.searchParams.set('to', place);
  const reply = await fetch(address).catch(() => null);
  if (reply?.ok !== true) {
    if (isAsked) location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const next = page.querySelector<HTMLDetailsElement>(SELECTOR);
  if (next === null || (!isAsked && isRefused(next))) return;
  // The reader has begun to type meanwhile.
  if (!isAsked && (box.matches('[open]') || box.contains(document.activeElement))) return;
  next.open = isAsked;
  box.replaceWith(next);
  listen(next);
  if (!isAsked) return;
  if (isRefused(next)) next.querySelector<HTMLElement>('[name=to]')?.focus();
  else {
    write(place);
    next.querySelector('summary')?.focus();
  }
}

const isRefused = (box: HTMLElement): boolean => box.querySelector('[aria-invalid]') !== null;

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function write(place: string): void {
  try {
    localStorage.setItem(KEY, place);
  } catch {
    // The browser stores nothing; the form asks again.
  }
}
