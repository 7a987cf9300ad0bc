/** Applies filters at once: fetches the address of the form, and replaces the results with those of that page. */

/** Pause in typing after which a value is applied. */
const PAUSE_MS = 900;
const TOWNS_PAUSE_MS = 200;
const TOWNS_MAX = 6;
const TOWN_LENGTH_MIN = 3;
/** Decimal places of coordinates: about ten kilometers, so that the URL does not reveal where exactly the reader is. */
const PLACE_DIGITS = 1;

interface Options {
  /** True once the reader has left the field or pressed Enter; only then is an error shown. */
  readonly isFinal: boolean;
}

export function start(filters: HTMLElement): void {
  const form = filters.querySelector('form');
  if (form === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let applied = addressOf(form).href;
  const apply = (options: Options): void => {
    clearTimeout(timer);
    const url = addressOf(form);
    // Leaving a field unchanged applies nothing.
    if (url.href === applied && !options.isFinal) return;
    void show(url, options).then((isShown) => {
      if (isShown) applied = url.href;
    });
  };
  form.addEventListener('input', ({ target }) => {
    if (isFinder(target)) return;
    clearTimeout(timer);
    if (isText(target)) timer = setTimeout(() => apply({ isFinal: false }), PAUSE_MS);
    else apply({ isFinal: true });
  });
  form.addEventListener('change', ({ target }) => {
    if (isText(target) && !isFinder(target)) apply({ isFinal: true });
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    apply({ isFinal: true });
    closeSheet(filters);
  });
  startSheet(filters);
  startLists(form);
  startTowns(form);
  startNearMe(form, () => apply({ isFinal: true }));
  addEventListener('popstate', () => {
    // A link within the page also adds a history entry.
    if (pageOf(location) !== currentPage) location.reload();
    else filters.classList.remove('open');
  });
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio';
const isFinder = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset['find'] !== undefined;

/** Opens the filters, which fill the screen on a phone. The focus moves into them and back. */
function startSheet(filters: HTMLElement): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-open-filters]') !== null) {
      event.preventDefault();
      filters.classList.add('open');
      history.pushState(null, '', location.href);
      filters.querySelector<HTMLElement>('.side-head a')?.focus();
    } else if (target.closest('.side-head a') !== null) {
      event.preventDefault();
      closeSheet(filters);
    }
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeSheet(filters);
  });
}

function closeSheet(filters: HTMLElement): void {
  if (!filters.classList.contains('open')) return;
  filters.classList.remove('open');
  document.querySelector<HTMLElement>('[data-open-filters]')?.focus();
}

/** Loads the rest of a long list on demand, with a field to search it. */
function startLists(form: HTMLFormElement): void {
  form.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-more]');
    if (link === null || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void loadList(link);
  });
}

async function loadList(link: HTMLAnchorElement): Promise<void> {
  const name = link.dataset['more'] ?? '';
  const before = link.closest('fieldset');
  const page = await fetchPage(new URL(link.href)).catch(() => null);
  const fresh = page?.document.querySelector<HTMLElement>(`[data-choices="${name}"]`) ?? null;
  if (before === null || fresh === null) {
    location.assign(link.href);
    return;
  }
  for (const box of before.querySelectorAll<HTMLInputElement>('input')) {
    const same = fresh.querySelector<HTMLInputElement>(`input[value="${CSS.escape(box.value)}"]`);
    if (same !== null) same.checked = box.checked;
  }
  const find = document.createElement('input');
  find.type = 'search';
  find.dataset['find'] = '';
  find.setAttribute('aria-label', link.dataset['label'] ?? '');
  find.placeholder = link.dataset['label'] ?? '';
  find.addEventListener('input', () => {
    const words = find.value.trim().toLocaleLowerCase();
    for (const item of fresh.querySelectorAll('li'))
      item.hidden = !(item.textContent ?? '').toLocaleLowerCase().includes(words);
  });
  fresh.querySelector('ul')?.before(find);
  before.replaceWith(fresh);
  find.focus();
}

/** Suggests towns while the reader types. The form's content may be replaced, so the list is next to the form. */
function startTowns(form: HTMLFormElement): void {
  const towns = document.createElement('datalist');
  towns.id = 'towns';
  form.after(towns);
  let timer: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'city') return;
    target.setAttribute('list', towns.id);
    clearTimeout(timer);
    timer = setTimeout(() => void suggestTowns(target.value.trim(), towns), TOWNS_PAUSE_MS);
  });
}

async function suggestTowns(typed: string, towns: HTMLElement): Promise<void> {
  if (typed.length < TOWN_LENGTH_MIN) return;
  const query = new URLSearchParams({ types: 'place', limit: String(TOWNS_MAX), q: typed });
  const headers = { 'accept-language': document.documentElement.lang };
  const response = await fetch(`/api/search/suggestions?${query}`, { headers }).catch(() => null);
  if (response?.ok !== true) return;
  const { data } = (await response.json()) as { data: { suggestions: { value: string }[] } };
  towns.replaceChildren(...data.suggestions.map(({ value }) => new Option(value, value)));
}

/** Requests the reader's location only after a click. */
function startNearMe(form: HTMLFormElement, apply: () => void): void {
  const place = form.querySelector<HTMLElement>('[data-place]');
  if (place === null || !('geolocation' in navigator)) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain';
  button.textContent = place.dataset['here'] ?? '';
  button.addEventListener('click', () => {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const city = form.querySelector<HTMLInputElement>('[name=city]');
      if (city !== null) city.value = '';
      setHidden(place, 'lat', coords.latitude.toFixed(PLACE_DIGITS));
      setHidden(place, 'lng', coords.longitude.toFixed(PLACE_DIGITS));
      apply();
    });
  });
  place.append(button);
}

function setHidden(place: HTMLElement, name: string, value: string): void {
  let input = place.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (input === null) {
    input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    place.append(input);
  }
  input.value = value;
}

/** The URL of the current page of results. */
let currentPage = pageOf(location);

function pageOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return pathname + search;
}

/** Joins values of the same name by commas and omits empty fields, so that each search has one URL. */
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

async function fetchPage(
  url: URL,
  signal?: AbortSignal,
): Promise<{ readonly document: Document; readonly url: string }> {
  const response = await fetch(url, { signal: signal ?? null, headers: { accept: 'text/html' } });
  return {
    document: new DOMParser().parseFromString(await response.text(), 'text/html'),
    url: response.url,
  };
}

let current: AbortController | null = null;

/** Returns whether the page now shows the results of the URL. */
async function show(url: URL, { isFinal }: Options): Promise<boolean> {
  const results = document.querySelector<HTMLElement>('[data-results]');
  if (results === null) return false;
  current?.abort();
  const request = new AbortController();
  current = request;
  results.setAttribute('aria-busy', 'true');
  try {
    const page = await fetchPage(url, request.signal);
    const fresh = page.document.querySelector<HTMLElement>('[data-results]');
    // The page could not be loaded: keep the results and the input.
    if (fresh === null) return false;
    const isRefused = page.document.querySelector('#filters [aria-invalid]') !== null;
    if (isRefused) {
      if (isFinal) updateBounds(page.document);
      return false;
    }
    replaceChildren(results, fresh);
    updateBounds(page.document);
    updateCounts(page.document);
    document.title = page.document.title;
    const heading = document.querySelector('h1');
    const freshHeading = page.document.querySelector('h1');
    if (heading !== null && freshHeading !== null) heading.replaceChildren(...freshHeading.childNodes);
    // The server parses the numbers and redirects to the canonical URL.
    const address = new URL(page.url);
    if (pageOf(address) !== currentPage) history.pushState(null, '', address);
    currentPage = pageOf(address);
    // Other scripts derive their state from the URL, too.
    document.dispatchEvent(new Event('fw-results'));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) location.assign(url);
    return false;
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
}

/** Updates the counts and adds new choices. The boxes themselves stay, with focus. */
function updateCounts(page: Document): void {
  const show = document.querySelector('#filters [data-total]');
  if (show !== null) show.textContent = page.querySelector('#filters [data-total]')?.textContent ?? '';
  const focused = document.activeElement;
  const groups = document.querySelectorAll<HTMLDetailsElement>('#filters .group');
  const freshGroups = page.querySelectorAll<HTMLDetailsElement>('#filters .group');
  // Each category has its own groups.
  if (groups.length !== freshGroups.length) {
    const form = document.querySelector('#filters form');
    const freshForm = page.querySelector('#filters form');
    if (form === null || freshForm === null) return;
    const refocus = focused instanceof HTMLInputElement ? keepFocus(form, focused) : () => {};
    form.replaceChildren(...freshForm.childNodes);
    refocus();
    return;
  }
  groups.forEach((group, index) => {
    const fresh = freshGroups[index];
    if (fresh === undefined || group.contains(focused)) {
      if (fresh !== undefined) updateNumbers(group, fresh);
      return;
    }
    fresh.open = group.open;
    group.replaceWith(fresh);
  });
}

/** Returns a function that focuses the field of the same name again and restores its text and the selection. */
function keepFocus(form: Element, focused: HTMLInputElement): () => void {
  const name = `input[name="${CSS.escape(focused.name)}"]`;
  return () => {
    if (!isText(focused)) {
      form.querySelector<HTMLElement>(`${name}[value="${CSS.escape(focused.value)}"]`)?.focus();
      return;
    }
    const field = form.querySelector<HTMLInputElement>(name);
    if (field === null) return;
    const { value, selectionStart, selectionEnd } = focused;
    const group = field.closest('details');
    if (group !== null) group.open = true;
    field.value = value;
    field.focus();
    field.setSelectionRange(selectionStart, selectionEnd);
  };
}

function updateNumbers(group: HTMLElement, fresh: HTMLElement): void {
  const counts = new Map(
    [...fresh.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map((box) => [
      box.value,
      box.closest('label')?.querySelector('.count')?.textContent ?? '',
    ]),
  );
  for (const box of group.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
    const count = box.closest('label')?.querySelector('.count');
    if (count !== null && count !== undefined) count.textContent = counts.get(box.value) ?? '0';
  }
}

/** Shows errors and normalized values of fields; keeps the text of the focused field. */
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
