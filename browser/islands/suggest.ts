/** Suggestions for the search box by the ARIA combobox pattern. */

interface Suggestion {
  readonly type: string;
  readonly value: string;
  readonly brand?: string;
}

const WAIT_MS = 120;
const LIMIT = 8;

export function start(element: HTMLElement): void {
  const input = element as HTMLInputElement;
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = `${input.id}-suggestions`;
  list.setAttribute('role', 'listbox');
  list.hidden = true;
  input.form?.append(list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;
  let chosen = -1;

  const close = (): void => {
    list.hidden = true;
    chosen = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const choose = (at: number): void => {
    const all = options();
    chosen = (at + all.length) % all.length;
    all.forEach((option, i) => option.setAttribute('aria-selected', String(i === chosen)));
    const option = all[chosen];
    if (option === undefined) return;
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };
  const take = (text: string): void => {
    input.value = text;
    close();
    input.form?.requestSubmit();
  };
  const render = (suggestions: readonly Suggestion[]): void => {
    list.replaceChildren(
      ...suggestions.map(({ value, brand }, at) => {
        const text = brand === undefined ? value : `${brand} ${value}`;
        const option = document.createElement('li');
        option.id = `${list.id}-${at}`;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', 'false');
        option.textContent = text;
        option.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          take(text);
        });
        return option;
      }),
    );
    chosen = -1;
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  };
  const ask = async (): Promise<void> => {
    request?.abort();
    const q = input.value.trim();
    if (q.length < 2) return close();
    request = new AbortController();
    try {
      const response = await fetch(`/api/search/suggestions?limit=${LIMIT}&q=${encodeURIComponent(q)}`, {
        signal: request.signal,
      });
      if (!response.ok) return close();
      const { data } = (await response.json()) as { data: { suggestions: Suggestion[] } };
      render(data.suggestions);
    } catch {
      close();
    }
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), WAIT_MS);
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (list.hidden !== false) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen < 0 ? -1 : chosen - 1);
    else if (event.key === 'Enter' && chosen >= 0) take(options()[chosen]?.textContent ?? '');
    else return;
    event.preventDefault();
  });
  // Input while this was loading.
  if (input.value !== input.defaultValue) void ask();
}
