/** Suggestions for the search box, and recent searches while it is empty. Follows the ARIA combobox pattern. */
import { clearSearches, forgetSearch, keepSearch, readSearches } from './recent-searches.ts';

interface Suggestion {
  readonly type: Type;
  readonly value: string;
  readonly slug?: string;
  readonly brandName?: string;
  readonly country?: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

const TYPES = ['listing', 'category', 'body', 'brand', 'model', 'place', 'seller'] as const;
type Type = (typeof TYPES)[number];
type Texts = Readonly<Record<Type | 'recent' | 'clear' | 'remove', string>>;

interface Choice {
  readonly text: string;
  readonly note?: string | undefined;
  readonly choose: () => void;
  readonly forget?: () => void;
}

interface Section {
  readonly heading: string;
  readonly choices: readonly Choice[];
}

const WAIT_MS = 120;
const LIMIT = 10;
/** Fields of the form that apply to every suggestion. */
const PRICE_FIELDS = ['currency', 'prices'];

export function start(element: HTMLElement): void {
  const input = element as HTMLInputElement;
  const { form } = input;
  if (form === null) return;
  const { lang } = document.documentElement;
  const texts = JSON.parse(input.dataset['suggest'] ?? '{}') as Texts;
  const list = document.createElement('div');
  list.className = 'suggestions';
  list.id = `${input.id}-suggestions`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.labels?.[0]?.textContent ?? '');
  list.hidden = true;
  // Insert the list directly below the box, not after the other fields of the form.
  input.parentElement?.append(list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;
  let choicesInList: readonly Choice[] = [];
  let markedIndex = -1;

  const close = (): void => {
    list.hidden = true;
    markedIndex = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const mark = (index: number): void => {
    const options = list.querySelectorAll('[role=option]');
    markedIndex = (index + options.length) % options.length;
    options.forEach((option, i) => option.setAttribute('aria-selected', String(i === markedIndex)));
    const option = options[markedIndex];
    if (option === undefined) return;
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };
  const render = (sections: readonly Section[]): void => {
    choicesInList = sections.flatMap(({ choices }) => choices);
    let nextIndex = 0;
    list.replaceChildren(
      ...sections.map(({ heading, choices }) =>
        groupOf(heading, `${list.id}-${nextIndex}-of`, choices, () => `${list.id}-${nextIndex++}`),
      ),
    );
    close();
    list.hidden = choicesInList.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  };
  const go = (text: string, path: string, parameters: URLSearchParams): void => {
    const query = parameters.toString().replaceAll('%2C', ',');
    const address = query === '' ? path : `${path}?${query}`;
    keepSearch({ text, address });
    location.assign(`/${lang}${address}`);
  };
  const choiceOf = ({ type, value, slug, brandName, country, parameters }: Suggestion): Choice => ({
    text: brandName === undefined ? value : `${brandName} ${value}`,
    note: country === undefined ? undefined : new Intl.DisplayNames(lang, { type: 'region' }).of(country),
    choose() {
      const page = { seller: 'dealer', listing: 'listing' }[type as string];
      const query = filledFields(form, page === undefined ? [...PRICE_FIELDS, 'category'] : PRICE_FIELDS);
      if (page === undefined)
        for (const [name, text] of Object.entries(parameters)) query.set(name, String(text));
      go(this.text, page === undefined ? '/search' : `/${page}/${slug ?? ''}`, query);
    },
  });
  const showRecent = (): void => {
    const recent = readSearches();
    if (recent.length === 0) return close();
    const choices = recent.map(({ text, address }): Choice => ({
      text,
      choose() {
        keepSearch({ text, address });
        location.assign(`/${lang}${address}`);
      },
      forget() {
        forgetSearch(address);
        showRecent();
      },
    }));
    const clear: Choice = {
      text: texts.clear,
      choose() {
        clearSearches();
        close();
      },
    };
    render([{ heading: texts.recent, choices: [...choices, clear] }]);
    for (const cross of list.querySelectorAll<HTMLElement>('[data-forget]')) cross.title = texts.remove;
  };
  const ask = async (): Promise<void> => {
    request?.abort();
    const q = input.value.trim();
    if (q === '') return showRecent();
    if (q.length < 2) return close();
    request = new AbortController();
    try {
      const query = new URLSearchParams({ q, limit: String(LIMIT), types: TYPES.join(',') });
      const response = await fetch(`/api/search/suggestions?${query.toString()}`, {
        signal: request.signal,
        headers: { 'accept-language': lang },
      });
      if (!response.ok) return close();
      const { data } = (await response.json()) as { data: { suggestions: Suggestion[] } };
      const sections = TYPES.map((type) => ({
        heading: texts[type],
        choices: data.suggestions.filter((suggestion) => suggestion.type === type).map(choiceOf),
      }));
      if (document.activeElement === input) render(sections.filter(({ choices }) => choices.length > 0));
    } catch {
      close();
    }
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), WAIT_MS);
  });
  input.addEventListener('focus', () => {
    if (input.value.trim() === '') showRecent();
  });
  input.addEventListener('click', () => {
    if (list.hidden !== false && input.value.trim() === '') showRecent();
  });
  input.addEventListener('blur', close);
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const target = event.target as Element;
    const option = target.closest('[role=option]');
    const choice = choicesInList[[...list.querySelectorAll('[role=option]')].indexOf(option as Element)];
    if (target.closest('[data-forget]') !== null) choice?.forget?.();
    else choice?.choose();
  });
  input.addEventListener('keydown', (event) => {
    const choice = choicesInList[markedIndex];
    if (event.key === 'ArrowDown' && list.hidden !== false) void ask();
    else if (list.hidden !== false) return;
    else if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') mark(markedIndex + 1);
    else if (event.key === 'ArrowUp') mark(markedIndex < 0 ? -1 : markedIndex - 1);
    else if (event.key === 'Enter' && choice !== undefined) choice.choose();
    else if (event.key === 'Delete' && choice?.forget !== undefined) choice.forget();
    else return;
    event.preventDefault();
  });
  form.addEventListener('submit', () => {
    const text = input.value.trim();
    const query = filledFields(form);
    if (text !== '') keepSearch({ text, address: `/search?${query.toString()}` });
  });
  // The box may have got the focus and input before this script was loaded.
  if (document.activeElement !== input) return;
  if (input.value.trim() === '') showRecent();
  else if (input.value !== input.defaultValue) void ask();
}

/** Returns the fields of a form that are not empty. */
function filledFields(form: HTMLFormElement, names?: readonly string[]): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '' && names?.includes(name) !== false)
      query.append(name, value.trim());
  return query;
}

function groupOf(
  heading: string,
  headingId: string,
  choices: readonly Choice[],
  nextId: () => string,
): HTMLElement {
  const group = document.createElement('div');
  const title = document.createElement('p');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-labelledby', headingId);
  title.id = headingId;
  title.setAttribute('role', 'presentation');
  title.textContent = heading;
  group.append(title, ...choices.map((choice) => optionOf(choice, nextId())));
  return group;
}

function optionOf({ text, note, forget }: Choice, id: string): HTMLElement {
  const option = document.createElement('div');
  const label = document.createElement('span');
  option.id = id;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  label.textContent = text;
  option.append(label);
  if (note !== undefined) {
    const detail = document.createElement('small');
    detail.textContent = note;
    option.append(' ', detail);
  }
  if (forget !== undefined) {
    // A pointer target only: keyboard users press Delete, as aria-keyshortcuts announces.
    const cross = document.createElement('span');
    cross.dataset['forget'] = '';
    cross.setAttribute('aria-hidden', 'true');
    cross.textContent = '×';
    option.setAttribute('aria-keyshortcuts', 'Delete');
    option.append(cross);
  }
  return option;
}
