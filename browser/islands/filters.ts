/** Applies filters immediately: fetches the URL of the form, and replaces the results with those of that page. */

const TYPING_MS = 500;

export function start(filters: HTMLElement): void {
  const form = filters.querySelector('form');
  if (form === null) return;
  // If a style cannot show closed details, open them next to the results.
  if (!CSS.supports('selector(::details-content)') && !isAbove()) (filters as HTMLDetailsElement).open = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', (event) => {
    const isTyped = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    clearTimeout(timer);
    timer = setTimeout(() => void show(addressOf(form), 'push'), isTyped ? TYPING_MS : 0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (isAbove()) (filters as HTMLDetailsElement).open = false;
    void show(addressOf(form), 'push');
  });
  addEventListener('popstate', () => {
    // A link within the page is a step of the history, too.
    if (pageOf(location) !== currentPage) location.reload();
  });
}

/** Whether the filters are above the results: on a phone. */
const isAbove = (): boolean => matchMedia('(max-width: 60em)').matches;

/** The URL of the current page of results. */
let currentPage = pageOf(location);

function pageOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return pathname + search;
}

/** Values of one name are joined by commas, and empty fields left out: one search has one address. */
function addressOf(form: HTMLFormElement): URL {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    const known = url.searchParams.get(name);
    url.searchParams.set(name, known === null ? value : `${known},${value}`);
  }
  url.search = url.search.replaceAll('%2C', ',');
  return url;
}

let current: AbortController | null = null;

async function show(url: URL, history_: 'push'): Promise<void> {
  const results = document.querySelector<HTMLElement>('[data-results]');
  if (results === null) return;
  current?.abort();
  const request = new AbortController();
  current = request;
  results.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(url, { signal: request.signal, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.querySelector<HTMLElement>('[data-results]');
    // Show an error as a page.
    if (fresh === null) {
      location.assign(url);
      return;
    }
    replaceChildren(results, fresh);
    updateCounts(page);
    updateBounds(page);
    document.title = page.title;
    // The server has read the numbers, and sends on to their one address.
    const address = new URL(response.url);
    if (history_ === 'push') history.pushState(null, '', address);
    currentPage = pageOf(address);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) location.assign(url);
  } finally {
    if (current === request) results.removeAttribute('aria-busy');
  }
}

/** Keeps the status element, so that screen readers announce its new text. */
function replaceChildren(results: HTMLElement, fresh: HTMLElement): void {
  const total = results.querySelector('[role=status]');
  const freshTotal = fresh.querySelector('[role=status]');
  const text = freshTotal?.textContent ?? '';
  if (total !== null && freshTotal !== null) freshTotal.replaceWith(total);
  results.replaceChildren(...fresh.childNodes);
  if (total !== null) total.textContent = text;
  document.dispatchEvent(new Event('fw-results'));
}

/** Updates the counts next to the boxes. The boxes themselves stay, with focus and input. */
function updateCounts(page: Document): void {
  const fresh = new Map(
    [...page.querySelectorAll<HTMLInputElement>('#filters input[type=checkbox]')].map((box) => [
      `${box.name}=${box.value}`,
      box.closest('label')?.querySelector('.number')?.textContent ?? '',
    ]),
  );
  for (const box of document.querySelectorAll<HTMLInputElement>('#filters input[type=checkbox]')) {
    const count = box.closest('label')?.querySelector('.number');
    if (count !== null && count !== undefined)
      count.textContent = fresh.get(`${box.name}=${box.value}`) ?? '0';
  }
}

/** Shows errors of numbers and how they were parsed; keeps the text of the focused field. */
function updateBounds(page: Document): void {
  for (const bound of document.querySelectorAll<HTMLElement>('#filters [data-bound]')) {
    const input = bound.querySelector('input');
    const fresh = page.querySelector<HTMLInputElement>(`#filters input[name="${input?.name}"]`);
    if (input === null || fresh === null) continue;
    if (input !== document.activeElement) input.value = fresh.value;
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = fresh.getAttribute(name);
      if (value === null) input.removeAttribute(name);
      else input.setAttribute(name, value);
    }
    const before = bound.querySelector('.problem');
    const after = fresh.closest('[data-bound]')?.querySelector('.problem') ?? null;
    if (before?.textContent === after?.textContent) continue;
    before?.remove();
    if (after !== null) bound.append(after);
  }
}
