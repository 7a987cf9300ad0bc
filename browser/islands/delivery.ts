/** Estimates the delivery cost without leaving the page, and remembers the place for the next listing. */

const KEY = 'fw-delivery-to';
const SELECTOR = '[data-delivery]';

export function start(box: HTMLElement): void {
  listen(box);
  const requested = new URL(location.href).searchParams.get('to');
  if (requested !== null) {
    if (!isInvalid(box)) storePlace(requested);
    return;
  }
  const stored = readPlace();
  if (stored !== '') void fill(box, stored, { isSubmitted: false });
}

function listen(box: HTMLElement): void {
  const form = box.querySelector('form');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void fill(box, form.querySelector<HTMLInputElement>('[name=to]')?.value.trim() ?? '', {
      isSubmitted: true,
    });
  });
}

/** Replaces the box by the one of the page with the place in its URL, which is what readers without a script get. */
async function fill(
  box: HTMLElement,
  place: string,
  { isSubmitted }: { isSubmitted: boolean },
): Promise<void> {
  const address = new URL(location.href);
  address.hash = '';
  address.searchParams.set('to', place);
  const response = await fetch(address).catch(() => null);
  if (response?.ok !== true) {
    if (isSubmitted) location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector<HTMLDetailsElement>(SELECTOR);
  if (next === null || (!isSubmitted && isInvalid(next))) return;
  // Keep the box if the reader has opened it or begun to type in the meantime.
  if (!isSubmitted && (box.matches('[open]') || box.contains(document.activeElement))) return;
  next.open = isSubmitted;
  box.replaceWith(next);
  listen(next);
  if (!isSubmitted) return;
  if (isInvalid(next)) next.querySelector<HTMLElement>('[name=to]')?.focus();
  else {
    storePlace(place);
    next.querySelector('summary')?.focus();
  }
}

const isInvalid = (box: HTMLElement): boolean => box.querySelector('[aria-invalid]') !== null;

function readPlace(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function storePlace(place: string): void {
  try {
    localStorage.setItem(KEY, place);
  } catch {
    // Storage is unavailable: the reader has to enter the place again.
  }
}
